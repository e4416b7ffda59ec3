/** Takes the pictures of the journey from an empty shop to its first sale, for the operators' guide. */
import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { newShop } from "../console/new-shop.fixture.ts";
import { openNewShop } from "../console/new-shop-journey.ts";
import { FOLDER, isWanted, save } from "./console-files.ts";
import { journeyPictures } from "./console-pictures.ts";

const shop = newShop();

test.runIf(journeyPictures.some(({ file }) => isWanted(file)))(
  "the pictures of the journey from an empty shop to its first sale",
  async () => {
    mkdirSync(FOLDER, { recursive: true });
    const taken: string[] = [];
    await openNewShop(shop, async (page, file) => {
      taken.push(file);
      if (isWanted(file)) await save(page, file);
    });
    expect(taken).toEqual(journeyPictures.map(({ file }) => file));
  },
  300_000,
);
