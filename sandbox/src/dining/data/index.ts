/** All demo data of the sandbox dining supplier: its stores in eight cities and its four menus. */
import type { SourceMenu, SourceStore } from "../types.ts";
import { heytea } from "./menus/heytea.ts";
import { kfc } from "./menus/kfc.ts";
import { luckin } from "./menus/luckin.ts";
import { mcdonalds } from "./menus/mcdonalds.ts";
import { beijing } from "./stores/beijing.ts";
import { chengdu } from "./stores/chengdu.ts";
import { guangzhou } from "./stores/guangzhou.ts";
import { hangzhou } from "./stores/hangzhou.ts";
import { shanghai } from "./stores/shanghai.ts";
import { shenzhen } from "./stores/shenzhen.ts";
import { wuhan } from "./stores/wuhan.ts";
import { xian } from "./stores/xian.ts";

export const stores: SourceStore[] = [
  ...shanghai,
  ...beijing,
  ...guangzhou,
  ...shenzhen,
  ...hangzhou,
  ...chengdu,
  ...wuhan,
  ...xian,
];

export const menus: SourceMenu[] = [kfc, mcdonalds, luckin, heytea];
