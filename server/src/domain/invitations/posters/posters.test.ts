/** Tests poster pictures: deterministic, readable by any phone, and without empty boxes. */
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { builtInShareTexts } from "@yunjing/contract/built-in-share-texts";
import { create } from "qrcode";
import { beforeAll, describe, expect, test } from "vitest";
import { readAsset } from "../../../platform/assets.ts";
import { drawPoster, HEIGHT, PLATE, WIDTH } from "./draw.ts";
import { charactersOfFont, drawableText } from "../../../platform/glyphs.ts";
import { linkOf, type PosterFacts, shortLinkOf } from "./model.ts";
import { modulesOf, QUIET_MODULES } from "./qr-plate.ts";
import { GREETING } from "./templates.ts";

const link = "https://yunjing.example/?inviteCode=K7QM2XPA&from=poster";
const { posters } = builtInShareTexts;
const [texts = { slogan: [], offer: [] }] = posters;
const facts: PosterFacts = { posterId: "deep-sea", texts, nickname: "林知夏", link };
const drawn = (changes: Partial<PosterFacts> = {}) => drawPoster({ ...facts, ...changes });
const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;

async function pixelsOf(picture: Uint8Array) {
  const canvas = createCanvas(WIDTH, HEIGHT).getContext("2d");
  canvas.drawImage(await loadImage(Buffer.from(picture)), 0, 0);
  const { data } = canvas.getImageData(0, 0, WIDTH, HEIGHT);
  return (x: number, y: number) => {
    const at = (y * WIDTH + x) * 4;
    return (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
  };
}
const DARK_BELOW = 200;
const WHITE = 765;

describe("I1 a poster", () => {
  let first: Uint8Array;
  beforeAll(async () => {
    first = await drawn();
  });

  test("has the same bytes for the same facts", async () => {
    expect(isSame(first, await drawn())).toBe(true);
  });

  test("differs for another name, another link and another template", async () => {
    const others = [
      { nickname: "林知秋" },
      { link: link.replace("K7", "K8") },
      { posterId: "one-card" },
    ];
    for (const change of others as Partial<PosterFacts>[]) {
      expect(isSame(first, await drawn(change))).toBe(false);
    }
  });

  test.each(posters)(
    "$title is 900 × 1500, small, and its QR code contains the link",
    async ({ posterId }) => {
      const picture = await drawn({ posterId });
      expect(picture.length).toBeLessThan(250_000);
      const { width, height } = await loadImage(Buffer.from(picture));
      expect([width, height]).toEqual([WIDTH, HEIGHT]);
      const at = await pixelsOf(picture);
      const { size, pitch, left, top } = modulesOf(link, PLATE);
      const { modules } = create(link, { errorCorrectionLevel: "M" });
      expect(modules.size).toBe(size);
      const middle = (from: number, place: number) => from + place * pitch + Math.floor(pitch / 2);
      const seen = Array.from({ length: size * size }, (_, one) =>
        at(middle(left, one % size), middle(top, Math.floor(one / size))) < DARK_BELOW ? 1 : 0,
      );
      expect(seen).toEqual([...modules.data]);
      for (let ring = 1; ring <= QUIET_MODULES; ring += 1) {
        const quiet = [-ring, size - 1 + ring].flatMap((edge) =>
          Array.from({ length: size }, (_, place) => [
            at(middle(left, edge), middle(top, place)),
            at(middle(left, place), middle(top, edge)),
          ]).flat(),
        );
        expect(new Set(quiet)).toEqual(new Set([WHITE]));
      }
    },
  );

  test("omits characters of a name that its font lacks, and calls a member without a name 云鲸会员", async () => {
    expect(isSame(first, await drawn({ nickname: "林😀知\u202e夏👨‍👩‍👧" }))).toBe(true);
    const nameless = await drawn({ nickname: "云鲸会员" });
    expect(isSame(nameless, await drawn({ nickname: "😀\u{20000}\ue000" }))).toBe(true);
  });
});

describe("the font", () => {
  const [text, title] = [400, 700].map((weight) =>
    charactersOfFont(readAsset(`fonts/noto-sans-sc-${weight}.woff2`)),
  );

  test.each(["林知夏", "海边的Amy·88", "¥100，ÓÜé", "喆婳燚囍", "…"])("draws %s", (name) => {
    for (const characters of [text, title])
      expect(drawableText(name, characters ?? new Set())).toBe(name);
  });

  test("has every character of our own texts, in both weights", () => {
    const texts = posters.flatMap(({ slogan, offer }) => [...slogan, ...offer]).join("");
    for (const characters of [text, title]) {
      for (const character of `${texts}${GREETING}云鲸权益会员…abcdefghijklmnopqrstuvwxyz0123456789./?=:-`) {
        expect(characters?.has(character.codePointAt(0) ?? 0), character).toBe(true);
      }
    }
  });

  test("draws no emoji, no flags, no private-use and no invisible characters", () => {
    const odd = "😀👨‍👩‍👧🇨🇳1️⃣\ue000\u200b\u202e\u{20bb7}";
    expect(drawableText(odd, text ?? new Set())).toBe("");
  });
});

test("the link contains the code and the source; the short link can be typed", () => {
  const origin = "https://yunjing.example";
  expect(linkOf({ origin, inviteCode: "K7QM2XPA" })).toBe(link);
  expect(linkOf({ origin, inviteCode: undefined })).toBe(`${origin}/?from=poster`);
  expect(shortLinkOf(link)).toBe("yunjing.example/?inviteCode=K7QM2XPA");
  expect(shortLinkOf(`${origin}/?from=poster`)).toBe("yunjing.example");
});
