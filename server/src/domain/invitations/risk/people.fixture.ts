/**
 * A seeded population of honest people who invite each other, and share connections, tablets and
 * payers as real people do.
 */
import { createHash } from "node:crypto";
import { randomBelow, seededRandom } from "../../../platform/random.ts";

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** One binding as the table stores it; texts stand for the hashed values. */
export type Person = {
  readonly memberId: string;
  readonly bindingId: string;
  readonly inviterId: string;
  readonly boundAt: number;
  readonly device: string;
  readonly address: string;
  readonly agent: string;
  readonly segment: string;
  readonly payer: string | undefined;
  readonly account: string | undefined;
  readonly visitMs: number | undefined;
  /** The kind of fraud ring; `undefined` for honest people. */
  readonly ring: string | undefined;
};
export type Draft = Partial<Person> & Pick<Person, "inviterId" | "boundAt">;

export type SeededRandom = ReturnType<typeof createSeededRandom>;
/** Random numbers that are reproducible from the seed. */
export function createSeededRandom(seed: string) {
  const random = seededRandom(seed);
  const below = (limit: number) => randomBelow(random, limit);
  const uuid = () => {
    const hex = Buffer.from(random.bytes(16)).toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
  return {
    below,
    uuid,
    between: (from: number, to: number) => from + below(to - from + 1),
    happens: (percent: number) => below(10_000) < percent * 100,
    pick: <T>(list: readonly T[]): T => {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error("nothing to pick from");
      return found;
    },
    /**
     * Small numbers are frequent, large ones rare: the popularity of phone models and of inviters.
     */
    rare: (limit: number) => Math.min(below(limit), below(limit), below(limit)),
  };
}

/** Values that the draft does not set are unique to the person. */
export function createPerson(of: SeededRandom, draft: Draft): Person {
  const own = of.uuid();
  return {
    memberId: of.uuid(),
    bindingId: of.uuid(),
    device: `device ${own}`,
    address: of.happens(30) ? `carrier ${of.below(40)}` : `home ${own}`,
    agent: `agent ${of.rare(40)}`,
    segment: `segment ${of.below(20_000)}`,
    payer: of.happens(60) ? `payer ${own}` : undefined,
    account: of.happens(50) ? `account ${own}` : undefined,
    visitMs: of.happens(85) ? of.between(15_000, 6 * HOUR_MS) : undefined,
    ring: undefined,
    ...draft,
  };
}

/**
 * A household: two or three friends of one inviter share a connection, and sometimes a tablet, a
 * payer and a topped-up number.
 */
function createHousehold(of: SeededRandom, inviterId: string, at: number): Person[] {
  const home = `line ${of.uuid()}`;
  const [tablet, payer, account] = [of.uuid(), of.uuid(), of.uuid()];
  const [isTablet, isPayer, isAccount] = [of.happens(25), of.happens(40), of.happens(15)];
  return Array.from({ length: of.between(2, 3) }, (_, n) =>
    createPerson(of, {
      inviterId,
      boundAt: at + of.below(2 * DAY_MS),
      address: home,
      ...(isTablet && n < 2 ? { device: tablet } : {}),
      ...(isPayer && n < 2 ? { payer } : {}),
      ...(isAccount && n < 2 ? { account } : {}),
    }),
  );
}

/** A campus or an office: two hundred people behind one address, invited by a dozen of them. */
const createCampus = (of: SeededRandom, start: number): Person[] => {
  const address = `campus ${of.uuid()}`;
  const inviters = Array.from({ length: 12 }, () => of.uuid());
  return Array.from({ length: 200 }, () =>
    createPerson(of, {
      inviterId: of.pick(inviters),
      boundAt: start + of.below(10 * DAY_MS),
      address,
    }),
  );
};

/** A poster in large groups: sixty people from different places within a day. */
const createCrowd = (of: SeededRandom, start: number): Person[] => {
  const inviterId = of.uuid();
  return Array.from({ length: 60 }, () =>
    createPerson(of, { inviterId, boundAt: start + of.below(DAY_MS) }),
  );
};

/**
 * Creates honest bindings within thirty days; some of the invitees invite others, sometimes within
 * the hour.
 */
export function createHonestPeople(of: SeededRandom, count: number, start: number): Person[] {
  const people: Person[] = [];
  for (let n = 0; n < 4; n++) people.push(...createCampus(of, start + of.below(18 * DAY_MS)));
  for (let n = 0; n < 6; n++) people.push(...createCrowd(of, start + of.below(28 * DAY_MS)));
  const inviters = Array.from({ length: count / 4 }, () => of.uuid());
  while (people.length < count) {
    const before = of.happens(40) ? of.pick(people) : undefined;
    const inviterId = before?.memberId ?? inviters[of.rare(inviters.length)] ?? of.uuid();
    const from = before?.boundAt ?? start;
    const wait = before && of.happens(15) ? of.below(12 * HOUR_MS) : of.below(25 * DAY_MS);
    if (of.happens(12)) people.push(...createHousehold(of, inviterId, from + wait));
    else people.push(createPerson(of, { inviterId, boundAt: from + wait }));
  }
  return people.slice(0, count);
}

export const hashed = (text: string): Buffer => createHash("sha256").update(text).digest();
