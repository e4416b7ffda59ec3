/** Texts that messages begin with. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { refuseBadMessage } from "../../messages/actions.ts";
import { findText, listTexts, storeText, type StoredTemplate } from "../store/templates.ts";
import type { Named } from "./segments.ts";

type Shown = Output<"operatorAudiences", "setTemplate">;

async function shown(
  db: Db,
  { namesOf }: Named,
  texts: readonly StoredTemplate[],
): Promise<Shown[]> {
  const nameOf = await namesOf(
    db,
    texts.map(({ changedBy }) => changedBy),
  );
  return texts.map(({ changedBy, link, ...text }) => ({
    ...text,
    ...withoutNulls({ link }),
    changedBy: { id: changedBy, name: nameOf(changedBy) },
  }));
}

export const messageTexts = async (db: Db, named: Named): Promise<{ list: Shown[] }> => ({
  list: await shown(db, named, await listTexts(db)),
});

/** Returns one text. Refuses NOT_FOUND. */
async function messageText(db: Db, named: Named, code: string): Promise<Shown> {
  const found = await findText(db, code);
  const [text] = found ? await shown(db, named, [found]) : [];
  if (!text) throw new Refusal("NOT_FOUND");
  return text;
}

/**
 * Keeps a text. Refuses INPUT_INVALID {field, text} for words that members must not read, and
 * STATE_CHANGED {field, text} for an older version or a code that is taken.
 */
export async function setMessageText(
  context: Context,
  db: Db,
  named: Named,
  {
    link,
    changedBy,
    ...wanted
  }: Input<"operatorAudiences", "setTemplate"> & { readonly changedBy: string },
): Promise<Shown> {
  refuseBadMessage({ ...wanted, link }, "INPUT_INVALID");
  if (!(await storeText(db, { ...wanted, link, changedBy }, context.clock.sql())))
    throw new Refusal("STATE_CHANGED", {
      field: "code",
      text:
        wanted.sinceVersion === 0
          ? "这个编号已经用过，请换一个"
          : "模板已在别的页面改过，请刷新后再改",
    });
  return messageText(db, named, wanted.code);
}
