// Records the conformance cases: runs the scripts of tests/conformance/scripts in real bash with the GNU tools, and writes
// what they print to tests/conformance/cases. Re-run after changing a script; the results are committed.
//
//   node tests/conformance/record.mjs [NAME...]      all of scripts/*.txt, or only these (with or without .txt)
//
// A script file holds cases:
//
//   ### name of the case                     unique within the file
//   #file path/to/file                       optional: a file; its lines follow until a line "#end"
//   #stdin                                   optional: stdin, likewise
//   the rest is the script
//
// Each case runs in a sandbox of its own (bubblewrap, when it is installed; else a clean temporary folder as HOME, which
// is only good for cases that do not look around): uid 1000, /home/user, LC_ALL=C.UTF-8, TZ=UTC. It runs twice, and is
// left out with a warning when the two differ. The format of the result: id, corpus, area, script, files, stdin, expect.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawn, spawnSync } from 'node:child_process';

const here = path.dirname(new URL(import.meta.url).pathname);
const kTimeout = 20000;
const kEnv = { HOME: '/home/user', USER: 'user', LOGNAME: 'user', LC_ALL: 'C.UTF-8', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin', TERM: 'dumb' };

const bubblewrap = spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-user', '--uid', '1000', 'true'], { stdio: 'ignore' }).status === 0;
if (!bubblewrap) console.error('bubblewrap is not there: recording in plain temporary folders');
// RECORD_BASE: where; sizes of directories (ls -l, du) want a disk, not a tmpfs.
const base = fs.mkdtempSync(path.join(process.env.RECORD_BASE ?? (fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir()), 'record-'));
process.on('exit', () => { spawnSync('chmod', ['-R', 'u+rwX', base]); fs.rmSync(base, { recursive: true, force: true }); });
const etc = path.join(base, 'etc');
fs.mkdirSync(path.join(etc, 'alternatives'), { recursive: true });
const etcFiles = {
  passwd: 'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\nuser:x:1000:1000:user:/home/user:/bin/bash\n',
  group: 'root:x:0:\nnogroup:x:65534:\nuser:x:1000:\n', 'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
  hosts: '127.0.0.1\tlocalhost\n', hostname: 'localhost\n', shells: '/bin/sh\n/bin/bash\n',
};
for (const [name, text] of Object.entries(etcFiles)) fs.writeFileSync(path.join(etc, name), text);
if (fs.existsSync('/etc/ld.so.cache')) fs.copyFileSync('/etc/ld.so.cache', path.join(etc, 'ld.so.cache'));
for (const f of fs.existsSync('/etc/alternatives') ? fs.readdirSync('/etc/alternatives') : [])
  try { fs.symlinkSync(/^n?awk$/.test(f) ? '/usr/bin/gawk' : fs.readlinkSync('/etc/alternatives/' + f), path.join(etc, 'alternatives', f)); } catch { /* a broken link */ }

function sandbox(dir, script) {
  const env = { ...kEnv };
  if (!bubblewrap) {
    env.HOME = path.join(dir, 'home/user');
    return { command: 'bash', args: ['-c', script], options: { env, cwd: env.HOME } };
  }
  const args = ['--ro-bind', '/usr', '/usr', '--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64',
    '--symlink', 'usr/sbin', '/sbin', '--ro-bind', etc, '/etc', '--ro-bind', '/usr/bin/bash', '/usr/bin/sh', '--proc', '/proc', '--dev', '/dev',
    '--tmpfs', '/dev/shm', '--bind', path.join(dir, 'home'), '/home', '--bind', path.join(dir, 'tmp'), '/tmp', '--tmpfs', '/usr/local/bin',
    '--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--hostname', 'localhost', '--uid', '1000', '--gid', '1000',
    '--die-with-parent', '--new-session', '--chdir', '/home/user', '--clearenv',
    ...Object.entries({ _: '/usr/bin/bash', ...env }).flatMap(([k, v]) => ['--setenv', k, v]), 'bash', '-c', script];
  return { command: 'bwrap', args, options: { env: {}, cwd: '/' } };
}

let runs = 0;
function run(c) {
  const dir = path.join(base, String(runs++)), home = path.join(dir, 'home/user');
  fs.mkdirSync(home, { recursive: true });
  fs.mkdirSync(path.join(dir, 'tmp'));
  for (const [name, text] of Object.entries(c.files ?? {})) {
    const at = path.join(home, name);
    fs.mkdirSync(path.dirname(at), { recursive: true });
    fs.writeFileSync(at, text);
  }
  const { command, args, options } = sandbox(dir, c.script);
  return new Promise(resolve => {
    const p = spawn(command, args, { ...options, stdio: [c.stdin == null ? 'ignore' : 'pipe', 'pipe', 'pipe'] });
    const out = [], err = [];
    let late = false;
    const timer = setTimeout(() => { late = true; p.kill('SIGKILL'); }, kTimeout);
    p.stdout.on('data', d => out.push(d));
    p.stderr.on('data', d => err.push(d));
    p.stdin?.on('error', () => {});
    p.stdin?.end(c.stdin);
    p.on('close', code => {
      clearTimeout(timer);
      spawnSync('chmod', ['-R', 'u+rwX', dir]);
      fs.rmSync(dir, { recursive: true, force: true });
      resolve({ stdout: Buffer.concat(out), stderr: Buffer.concat(err), status: code ?? 137, late });
    });
  });
}

function parse(file, name) {
  const cases = [], lines = fs.readFileSync(file, 'utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  let c;
  for (let i = 0; i < lines.length; ++i) {
    const line = lines[i];
    if (line.startsWith('### ')) {
      cases.push(c = { id: `nacre/${name}/${line.slice(4).trim()}`, corpus: 'nacre', area: name, script: '' });
    } else if (c && (line === '#stdin' || line.startsWith('#file '))) {
      let text = '';
      while (++i < lines.length && lines[i] !== '#end') text += lines[i] + '\n';
      if (line === '#stdin') c.stdin = text;
      else (c.files ??= {})[line.slice(6).trim()] = text;
    } else if (c) c.script += line + '\n';
  }
  for (const k of cases) k.script = k.script.replace(/\n+$/, '\n');
  const ids = new Set();
  for (const k of cases) { if (ids.has(k.id)) throw new Error(`${file}: "${k.id}" twice`); ids.add(k.id); }
  return cases;
}

// Bytes as text where they are UTF-8, else as base64.
const encode = bytes => { const s = bytes.toString('utf8'); return Buffer.from(s, 'utf8').equals(bytes) ? s : { b64: bytes.toString('base64') }; };

const scripts = path.join(here, 'scripts'), cases = path.join(here, 'cases');
fs.mkdirSync(cases, { recursive: true });
const recorded = new Date().toISOString().slice(0, 10);
const wanted = process.argv.slice(2).map(n => path.basename(n, '.txt'));
const names = fs.readdirSync(scripts).filter(f => f.endsWith('.txt')).map(f => f.slice(0, -4)).filter(n => !wanted.length || wanted.includes(n)).sort();
for (const w of wanted) if (!names.includes(w)) { console.error(`no script ${w}.txt`); process.exitCode = 1; }
for (const name of names) {
  const list = parse(path.join(scripts, name + '.txt'), name);
  let text = '', dropped = 0;
  for (const c of list) {
    const [a, b] = await Promise.all([run(c), run(c)]);
    if (a.late || b.late || a.status !== b.status || !a.stdout.equals(b.stdout)) {
      console.error(`${c.id}: ${a.late || b.late ? 'too slow' : 'differs from run to run'}, left out`);
      ++dropped;
      continue;
    }
    const expect = { stdout: encode(a.stdout), status: a.status, stderr: encode(a.stderr) };
    text += JSON.stringify({ ...c, expect, recorded }) + '\n';
  }
  fs.writeFileSync(path.join(cases, name + '.jsonl'), text);
  console.log(`${name}: ${list.length - dropped} cases`);
}
