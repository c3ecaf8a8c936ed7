// Addresses are paths; links are ordinary links.

import { tick } from "svelte";

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // not an address of ours
  }
}

class Router {
  path = $state(location.pathname);
  query = $state(location.search);

  constructor() {
    addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (event) => this.#onClick(event));
  }

  /** The parts of the path: "/tables/edge-1" is ["tables", "edge-1"]. */
  get parts(): string[] {
    return this.path.split("/").filter(Boolean).map(decoded);
  }

  go(to: string): void {
    history.pushState(null, "", to);
    this.#read();
    scrollTo(0, 0);
    void tick().then(() => document.querySelector<HTMLElement>("main")?.focus());
  }

  /** Change the address without leaving the page. */
  replace(to: string): void {
    history.replaceState(null, "", to);
    this.#read();
  }

  #read(): void {
    this.path = location.pathname;
    this.query = location.search;
  }

  #onClick(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (/^\/(api|schema|static|metrics|health)\b/.test(link.pathname) || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
