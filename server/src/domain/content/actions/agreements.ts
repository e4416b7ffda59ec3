/** The agreements: what members read, what they must accept, and how operators see them. */
import {
  acceptedTogether,
  termsVersionOf,
  type AgreementVersions,
} from "@yunjing/contract/agreements";
import { builtInAgreements } from "@yunjing/contract/built-in-agreements";
import type { AgreementKind, TermsOf } from "@yunjing/contract/schemas/agreements";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import type { NamesOf } from "../../../platform/person-names.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { countAccepted } from "../../members/actions.ts";
import type { TermsReader } from "../../members/port.ts";
import { readBegunVersions, readDraft, readInForce, readVersion } from "../store/versions.ts";
import { versionsOf } from "./versions.ts";

/** Returns the text of an agreement that members read now. */
export async function agreementInForce({ clock }: Context, db: Db | Tx, kind: AgreementKind) {
  const live = await readInForce(db, kind, clock.sql());
  if (!live) return { version: 0, text: builtInAgreements[kind] };
  const { version, startsAt, body: text } = live;
  return { version, startsAt, text };
}

/** Tells the members' module which versions are in force and which must be accepted. */
export const termsReader = ({ clock }: Context, db: Db): TermsReader => ({
  termsInForce: async () => {
    const rows = await readBegunVersions(db, clock.sql());
    const byName = new Map(rows.map((row) => [row.name, row]));
    const versions = (of: "current" | "required"): AgreementVersions => ({
      user: byName.get("user")?.[of] ?? 0,
      privacy: byName.get("privacy")?.[of] ?? 0,
      topup: byName.get("topup")?.[of] ?? 0,
    });
    return { current: versions("current"), required: versions("required") };
  },
});

/** Returns the text of a version; version 0 is the installed one. Refuses NOT_FOUND. */
export async function agreementVersion(db: Db, kind: AgreementKind, version: number) {
  const text = version === 0 ? builtInAgreements[kind] : await readVersion(db, kind, version);
  if (!text) throw new Refusal("NOT_FOUND");
  return { text };
}

const COUNT_MAX = 10_000;

/** Returns the names under which a version of an agreement was accepted, with any other text. */
function namesWith(kind: AgreementKind, current: AgreementVersions): string[] {
  const of: TermsOf = kind === "topup" ? "topup" : "login";
  const [other] = acceptedTogether[of].filter((one) => one !== kind);
  const others =
    other === undefined ? [0] : Array.from({ length: current[other] + 1 }, (_, n) => n);
  return others.map((version) =>
    termsVersionOf(of, { ...current, ...(other === undefined ? {} : { [other]: version }) }),
  );
}

/** Returns an agreement as its editor shows it. */
export async function agreementDetail(
  context: Context,
  db: Db,
  { kind, namesOf }: { readonly kind: AgreementKind; readonly namesOf: NamesOf },
) {
  const [live, draft, { current, required }] = await Promise.all([
    agreementInForce(context, db, kind),
    readDraft(db, kind),
    termsReader(context, db).termsInForce(),
  ]);
  const newest = { name: kind, live: live.version, pageSize: 1, namesOf };
  const [last] = (await versionsOf(context, db, newest)).list;
  const waiting = last?.state === "waiting" ? last : undefined;
  const names = namesWith(kind, current);
  const of: TermsOf = kind === "topup" ? "topup" : "login";
  const savedBy = draft?.savedBy ?? undefined;
  const nameOf = await namesOf(db, savedBy === undefined ? [] : [savedBy]);
  const waitingText = waiting && (await readVersion(db, kind, waiting.version));
  const isDraftOpen = draft?.isOpen ?? false;
  return {
    kind,
    live: { ...live, required: required[kind] },
    accepted: { count: await countAccepted(db, { of, names, most: COUNT_MAX }), most: COUNT_MAX },
    nextVersion: (last?.version ?? 0) + 1,
    ...(waiting ? { waiting } : {}),
    sinceVersion: draft?.version ?? 0,
    isDraftOpen,
    text: (isDraftOpen ? draft?.body : undefined) ?? waitingText ?? live.text,
    ...(savedBy === undefined ? {} : { savedBy: { id: savedBy, name: nameOf(savedBy) } }),
    ...(typeof draft?.savedAt === "number" ? { savedAt: draft.savedAt } : {}),
  };
}
