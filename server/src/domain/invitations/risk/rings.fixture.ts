/** Rings as they are run: by a farm of phones, on one line, through one purse, into one account, or as a chain. */
import {
  type SeededRandom,
  type Draft,
  type Person,
  createPerson,
  DAY_MS,
} from "./people.fixture.ts";

const MINUTE_MS = 60_000;

/** One in twenty takes care: another phone, another line, another purse. */
const CAREFUL = 5;

type Ring = (of: SeededRandom, start: number) => Person[];

const ringMembers = (
  of: SeededRandom,
  ring: string,
  count: number,
  draft: (n: number) => Draft,
): Person[] =>
  Array.from({ length: count }, (_, n) => {
    const { inviterId, boundAt, ...marks } = draft(n);
    return createPerson(of, { inviterId, boundAt, ...(of.happens(CAREFUL) ? {} : marks), ring });
  });

const pool = (of: SeededRandom, size: number): string[] =>
  Array.from({ length: size }, () => of.uuid());
/** A script, or a hand that does nothing else. */
const scriptedDelayMs = (of: SeededRandom): number => of.between(1_500, 25_000);

/** A few phones, each wiped and used again; the lines change as those of phones do. */
const phoneFarm: Ring = (of, start) => {
  const inviterId = of.uuid();
  const [devices, addresses] = [pool(of, of.between(2, 4)), pool(of, 5)];
  return ringMembers(of, "device", of.between(14, 28), () => ({
    inviterId,
    boundAt: start + of.below(6 * DAY_MS),
    visitMs: scriptedDelayMs(of),
    device: of.pick(devices),
    address: of.pick(addresses),
  }));
};

/** Emulators on one line: every device is new, and they are all alike. */
const sharedAddressRing: Ring = (of, start) => {
  const inviterId = of.uuid();
  const [address, agents] = [of.uuid(), pool(of, of.between(1, 2))];
  return ringMembers(of, "line", of.between(12, 30), () => ({
    inviterId,
    boundAt: start + of.below(DAY_MS),
    visitMs: scriptedDelayMs(of),
    address,
    agent: of.pick(agents),
  }));
};

/** Bought accounts all over the country, and one purse that pays for their first orders. */
const sharedPayerRing: Ring = (of, start) => {
  const inviterId = of.uuid();
  const payers = pool(of, of.between(1, 2));
  return ringMembers(of, "payer", of.between(10, 20), () => ({
    inviterId,
    boundAt: start + of.below(9 * DAY_MS),
    payer: of.pick(payers),
  }));
};

/** The same, but the goods all go to one or two numbers. */
const sharedAccountRing: Ring = (of, start) => {
  const inviterId = of.uuid();
  const accounts = pool(of, of.between(1, 2));
  return ringMembers(of, "account", of.between(8, 16), () => ({
    inviterId,
    boundAt: start + of.below(9 * DAY_MS),
    account: of.pick(accounts),
  }));
};

/** Each brings the next within the hour; a handful of lines between them. */
const chainRing: Ring = (of, start) => {
  const addresses = pool(of, of.between(3, 5));
  let [inviterId, boundAt] = [of.uuid(), start];
  return Array.from({ length: of.between(9, 30) }, () => {
    const marks = of.happens(CAREFUL)
      ? {}
      : { address: of.pick(addresses), visitMs: scriptedDelayMs(of) };
    const next = createPerson(of, { inviterId, boundAt, ...marks, ring: "chain" });
    inviterId = next.memberId;
    boundAt += of.between(4, 55) * MINUTE_MS;
    return next;
  });
};

/** Seven of each kind, somewhere in the month. */
export const createRings = (of: SeededRandom, start: number): Person[] =>
  [phoneFarm, sharedAddressRing, sharedPayerRing, sharedAccountRing, chainRing].flatMap((ring) =>
    Array.from({ length: 7 }, () => ring(of, start + of.below(18 * DAY_MS))).flat(),
  );
