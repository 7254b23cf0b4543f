import { cloudflare } from "@cloudflare/vite-plugin";
import { flue, flueWorkerConfig } from "@flue/vite";

export default { plugins: [flue(), cloudflare({ config: flueWorkerConfig() })] };
