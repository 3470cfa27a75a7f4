import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { coast } from "./coast-plugin.mjs";

export default defineConfig({
  plugins: [svelte(), coast()],
  build: {
    outDir: "../src/ludi/server/static",
    emptyOutDir: true,
    // The page's content security policy allows no inline data but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
