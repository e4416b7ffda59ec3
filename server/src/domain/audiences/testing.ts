/** What tests of this module share: members with numbers, and lists of them. */
import { createTestEnv } from "../coupons/testing.ts";
import { memberLabels } from "../members/actions.ts";
import { createList } from "./actions.ts";

export const ANNA = "0199cccc-0000-7000-8000-00000000000a";
export const BEN = "0199cccc-0000-7000-8000-00000000000b";
export const reason = "核实无误";
export const namesOf = async () => (id: string) => id.slice(-1);
export const named = { namesOf };

export type AudienceEnv = Awaited<ReturnType<typeof createAudienceEnv>>;

/** `size` is the number of connections. */
export async function createAudienceEnv(
  size = 8,
  settings: Readonly<Record<string, unknown>> = {},
) {
  const env = await createTestEnv(size, settings);
  const { context, db } = env;
  let made = 0;
  const numbersOf = async (memberIds: readonly string[]): Promise<string[]> => {
    const labels = await memberLabels(db, memberIds);
    return memberIds.map((id) => labels.get(id)?.memberNo ?? "");
  };
  return {
    ...env,
    numbersOf,
    /** Makes a list of these members and returns its id. */
    async list(memberIds: readonly string[]): Promise<string> {
      const text = (await numbersOf(memberIds)).join("\n");
      const wanted = { name: "名单", text, makerId: ANNA, key: `list-${++made}` };
      const { listId } = await createList(context, db, wanted);
      return listId;
    },
    query: async <T extends object>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
      (await db.$client.query<T>(text, [...values])).rows,
  };
}
