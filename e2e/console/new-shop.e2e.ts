/** An empty shop up to its first sale and its closed day (`new-shop-journey.ts`). */
import { test } from "vitest";
import { newShop } from "./new-shop.fixture.ts";
import { openNewShop } from "./new-shop-journey.ts";

const shop = newShop();

test(
  "an empty shop gets its operators, goods and home page, makes its first sales, and closes the day",
  () => openNewShop(shop, () => Promise.resolve()),
  300_000,
);
