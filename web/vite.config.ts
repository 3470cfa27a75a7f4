import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Rolldown } from "vite";
import { coast } from "./coast-plugin.mjs";
import paths from "./src/routes.json";

/** The page's routes lie beside it, so that the server knows which addresses are none. */
const routes = () => ({
  name: "routes",
  generateBundle(this: Rolldown.PluginContext) {
    this.emitFile({ type: "asset", fileName: "routes.json", source: JSON.stringify(paths) });
  },
});

export default defineConfig({
  plugins: [svelte(), coast(), routes()],
  build: {
    outDir: "../src/ludi/server/static",
    emptyOutDir: true,
    // The page's content security policy allows no inline data but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // From it the server tells a browser at once what the page of a path will need.
    manifest: "manifest.json",
    rolldownOptions: {
      output: {
        // What several pages share in small pieces is one file.
        codeSplitting: { groups: [{ name: "shared", test: /lucide-svelte|src.(components|lib).|svelte.src/, minShareCount: 2, maxModuleSize: 12_000 }] },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
