/** Every page of the console, in the order of the side: its path, name, group and permission. */
import type { PageEntry } from "../parts/shell/page-entry.ts";
import { shopPages } from "./shop-pages.ts";
import { supplyPages } from "./supply-pages.ts";

export const pages: readonly PageEntry[] = [...shopPages, ...supplyPages];
