export default { target: "cloudflare" };
