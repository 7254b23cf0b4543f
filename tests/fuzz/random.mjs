// Choices at random, the same for a seed on every machine.
let state = 1;
export function seed(number) {
  state = (number * 2654435761) >>> 0 || 1;
  for (let i = 0; i < 8; ++i) random(2);
}
export function random(n) {   // xorshift32
  state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
  return (state >>> 0) % n;
}
export const pick = (list) => list[random(list.length)];
export const chance = (percent) => random(100) < percent;
export const some = (n, make, separator = " ") => Array.from({ length: n }, make).join(separator);
export const one = (...ways) => pick(ways)();
