import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The pages are served by the card room itself, from src/cardroom/web/static.
// `npm run dev` serves them from here instead and passes all else on to a card room at port 8000.
const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  base: "/static/",
  build: {
    outDir: "../src/cardroom/web/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // a strict content security policy: everything is a file of ours
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": server, "/schema": server, "/ws": { target: server, ws: true } } },
});
