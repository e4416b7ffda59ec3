/** Members of the demo's past upload a picture of themselves. */
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { issueTicket, receiveUpload } from "../../domain/files/actions.ts";
import { setAvatar } from "../../domain/members/actions.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { faceSvg } from "../face.ts";
import { deliverAll, type PastEnvironment } from "./environment.ts";

const PICTURE_SIDE = 256;
/** The cloud space of uploads; the demo's files belong to none outside. */
const PICTURE_SPACE = "demo";

/** A drawn face as an uploaded picture, 256 × 256. */
async function picturedFace(seed: string): Promise<Buffer> {
  const canvas = createCanvas(PICTURE_SIDE, PICTURE_SIDE);
  const face = await loadImage(Buffer.from(faceSvg(seed)));
  canvas.getContext("2d").drawImage(face, 0, 0, PICTURE_SIDE, PICTURE_SIDE);
  return canvas.encode("png");
}

/** Uploads an own picture as the face. */
export async function pictureOneself(
  env: PastEnvironment,
  { memberId, seed }: { readonly memberId: string; readonly seed: string },
): Promise<void> {
  const { time, db, product } = env;
  const { context } = time;
  const picture = await picturedFace(seed);
  const uploader = { ownerId: memberId, address: "10.20.0.1" };
  const upload = { ...uploader, spaceId: PICTURE_SPACE, cloudPath: "avatar.png" };
  const { id, fields: pairs } = await issueTicket(context, db, upload);
  const fields = Object.fromEntries(pairs.map(({ key, value }) => [key, value]));
  const read = () => Promise.resolve(picture);
  await receiveUpload(context, db, product.files, { fields, address: uploader.address, read });
  await transaction(db, async (tx) => {
    const fileId = await setAvatar(context, tx, { memberId, id });
    await product.profile.onPictured(tx, { memberId, fileId });
  });
  await deliverAll(env, memberId);
}
