/** Pictures of benefits: cut, made anew in the sizes of pages, served without metadata. */
import type { BenefitDraft } from "@yunjing/contract/schemas/operators/goods";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { connectAsSuperuser } from "../../platform/database/superuser.fixture.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { createImageReencoder } from "../files/actions.ts";
import { hostile, picture, withExif } from "../files/image/corpus.fixture.ts";
import {
  benefitDetail,
  createShop,
  goodsDetail,
  goodsDiff,
  goodsPreview,
  makePicture,
  publishBenefit,
  restoreVersion,
  saveDraft,
} from "./actions.ts";
import { pictureRoutes } from "./picture-routes.ts";
import { createTestDraft, testDraftDeps } from "./testing.ts";

const context = testContext({ catalogSeenWithinMs: 0 });
const operatorId = context.ids.next();
const reencoder = createImageReencoder();
const whole = { x: 0, y: 0, width: 1, height: 1 };
const app = Fastify();
let fresh: FreshDatabase;
let db: Db;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
  await app.register(pictureRoutes(db, reencoder));
});
afterAll(async () => {
  await app.close();
  await reencoder.close();
  await closeDatabase(db);
  await fresh.drop();
});

const make = (bytes: Buffer, crop = whole) =>
  makePicture(context, db, reencoder, { bytes, crop, alt: "一杯拿铁", operatorId });
const served = (pictureId: string, size: string) =>
  app.inject({ url: `/pictures/${pictureId}/${size}` });

test("a picture is served in every size as AVIF and WebP, cut as asked, without metadata, for long", async () => {
  const photo = withExif(await picture("image/jpeg", { width: 400, height: 200 }), 1, "GPS 31.23");
  // The right half of the picture is blue.
  const { pictureId, widths } = await make(photo, { x: 0.5, y: 0, width: 0.5, height: 1 });
  expect(widths).toEqual([192, 480, 960]);
  for (const width of widths)
    for (const [format, mark] of [
      ["avif", "ftypavif"],
      ["webp", "WEBP"],
    ] as const) {
      const { statusCode, headers, rawPayload } = await served(pictureId, `${width}.${format}`);
      expect([statusCode, headers["content-type"]]).toEqual([200, `image/${format}`]);
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      const text = rawPayload.toString("latin1");
      expect(text.slice(0, 16)).toContain(mark);
      expect(text).not.toMatch(/Exif|GPS|31\.23/);
    }
  const image = await loadImage((await served(pictureId, "192.webp")).rawPayload);
  expect([image.width, image.height]).toEqual([192, 192]);
  const pen = createCanvas(192, 192).getContext("2d");
  pen.drawImage(image, 0, 0);
  const [red = 255, , blue = 0] = pen.getImageData(10, 10, 1, 1).data;
  expect([red < 40, blue > 200]).toEqual([true, true]);
  expect((await served(pictureId, "193.webp")).statusCode).not.toBe(200);
});

const NOISE_SIDE = 960;
/** Returns a picture that compresses badly, transparent at its left edge. */
async function noise(): Promise<Buffer> {
  const canvas = createCanvas(NOISE_SIDE, NOISE_SIDE);
  const pen = canvas.getContext("2d");
  const image = pen.createImageData(NOISE_SIDE, NOISE_SIDE);
  for (let at = 0; at < image.data.length; at += 4) {
    const isEdge = (at / 4) % NOISE_SIDE < 50;
    for (let part = 0; part < 3; part++)
      image.data[at + part] = (at * 2_654_435_761 * (part + 1)) >>> 24;
    image.data[at + 3] = isEdge ? 0 : 255;
  }
  pen.putImageData(image, 0, 0);
  return canvas.encode("png");
}

test("a share card gets a JPEG of at most 32 kB, white where the picture is transparent", async () => {
  const { pictureId } = await make(await noise());
  const { statusCode, headers, rawPayload } = await served(pictureId, "share.jpg");
  expect([statusCode, headers["content-type"]]).toEqual([200, "image/jpeg"]);
  expect(rawPayload.length).toBeLessThanOrEqual(32 * 1024);
  const image = await loadImage(rawPayload);
  expect([image.width, image.height]).toEqual([300, 300]);
  const pen = createCanvas(300, 300).getContext("2d");
  pen.drawImage(image, 0, 0);
  expect(Math.min(...pen.getImageData(2, 150, 1, 1).data)).toBeGreaterThan(230);
  expect((await served(context.ids.next(), "share.jpg")).statusCode).not.toBe(200);
});

test("a picture of an earlier version gets its JPEG at the first request, and keeps it", async () => {
  const { pictureId } = await make(await picture("image/jpeg", { width: 400, height: 400 }));
  const superuser = await connectAsSuperuser(db);
  onTestFinished(() => superuser.end());
  const jpegs = `FROM picture_size WHERE picture_id = '${pictureId}' AND format = 'jpeg'`;
  expect((await superuser.query(`DELETE ${jpegs}`)).rowCount).toBe(1);
  expect((await served(pictureId, "share.jpg")).statusCode).toBe(200);
  expect((await superuser.query(`SELECT ${jpegs}`)).rowCount).toBe(1);
});

test("a hostile file is refused with its reason, and nothing is stored", async () => {
  for (const [name, bytes, code] of await hostile())
    await expect(make(bytes), name).rejects.toMatchObject({ code });
});

test("texts and pictures of a benefit are published in their order, compared, and restored", async () => {
  const benefitId = "flat-white";
  const by = { benefitId, operatorId };
  const first = await make(await picture("image/webp"));
  const made = await createTestDraft(context, db, by);
  const text = { kind: "text", text: "现磨咖啡豆\n到店出示券码" } as const;
  const save = (sinceVersion: number, detail: BenefitDraft["detail"]) =>
    saveDraft(context, db, testDraftDeps, {
      ...by,
      sinceVersion,
      draft: { ...made.draft, ...(detail && { detail }) },
    });
  const publish = (sinceVersion: number) =>
    publishBenefit(context, db, { ...by, sinceVersion, reason: "上新" });
  const unknown = { kind: "picture", pictureId: context.ids.next() } as const;
  await expect(save(made.sinceVersion, [text, unknown])).rejects.toMatchObject({
    code: "INPUT_INVALID",
    data: { field: "draft.detail.1" },
  });

  const shown = { kind: "picture", pictureId: first.pictureId } as const;
  const empty = await save(made.sinceVersion, [text, { kind: "text", text: " " }]);
  await expect(publish(empty)).rejects.toMatchObject({
    code: "PUBLISH_DENIED",
    data: { missing: [{ field: "detail", text: "详情图文里有空的文字" }] },
  });
  const tempting = await save(empty, [{ kind: "text", text: "分享给好友领红包" }]);
  await expect(publish(tempting)).rejects.toMatchObject({
    code: "PUBLISH_DENIED",
    data: { field: "detail" },
  });
  await publish(await save(tempting, [text, shown]));
  const shop = createShop(context, db, () => undefined);
  const read = async () =>
    (await benefitDetail(shop, { benefitId }, { grade: 1, memberId: undefined })).detail;
  const photo = { pictureId: first.pictureId, alt: "一杯拿铁", widths: [192, 480, 960] };
  expect(await read()).toEqual([text, { kind: "picture", photo }]);

  const { sinceVersion } = await goodsDetail(context, db, testDraftDeps, benefitId);
  const turned = await save(sinceVersion, [shown, text]);
  const preview = await goodsPreview(context, db, testDraftDeps, {
    benefitId,
    draft: { ...made.draft, detail: [shown, text] },
  });
  expect(preview.benefit?.detail).toEqual([{ kind: "picture", photo }, text]);
  const named = `图片 ${first.pictureId.slice(-6)}`;
  expect(await goodsDiff(context, db, { benefitId })).toEqual([
    { field: "详情图文", before: `${text.text}\n${named}`, after: `${named}\n${text.text}` },
  ]);
  await publish(turned);
  expect(await read()).toEqual([{ kind: "picture", photo }, text]);
  const back = await restoreVersion(context, db, testDraftDeps, {
    ...by,
    version: 1,
    sinceVersion: turned,
    reason: "换回",
  });
  await publish(back);
  expect(await read()).toEqual([text, { kind: "picture", photo }]);
  const none = await goodsDetail(context, db, testDraftDeps, benefitId);
  await publish(await save(none.sinceVersion, undefined));
  expect(await read()).toBeUndefined();
});

test("a published benefit shows its picture, keeps its drawing, and equals its preview", async () => {
  const { pictureId } = await make(await picture("image/webp"));
  const { sinceVersion, draft } = await createTestDraft(context, db, {
    benefitId: "mocha",
    operatorId,
  });
  const save = (id: string) =>
    saveDraft(context, db, testDraftDeps, {
      benefitId: "mocha",
      operatorId,
      sinceVersion,
      draft: { ...draft, pictureId: id },
    });
  await expect(save(context.ids.next())).rejects.toMatchObject({
    code: "INPUT_INVALID",
    data: { field: "draft.pictureId" },
  });
  const shown = { ...draft, pictureId };
  const { benefit: preview } = await goodsPreview(context, db, testDraftDeps, {
    benefitId: "mocha",
    draft: shown,
  });
  const unpriced = shown.skus.map(({ price: _, ...sku }) => sku);
  const nothing = { benefitId: "mocha", draft: { ...shown, skus: unpriced } };
  expect(await goodsPreview(context, db, testDraftDeps, nothing)).toEqual({});
  const since = await save(pictureId);
  await publishBenefit(context, db, {
    benefitId: "mocha",
    operatorId,
    sinceVersion: since,
    reason: "上新",
  });
  const shop = createShop(context, db, () => undefined);
  const visitor = { grade: 1, memberId: undefined };
  const photo = { pictureId, alt: "一杯拿铁", widths: [192, 480, 960] };
  const detail = await benefitDetail(shop, { benefitId: "mocha" }, visitor);
  // The preview of what was not saved is what members get; only stock is assumed.
  expect(preview).toEqual(detail);
  expect(detail).toMatchObject({
    picture: { artwork: draft.artwork, photo },
    share: { picturePath: `/pictures/${pictureId}/share.jpg` },
  });
});
