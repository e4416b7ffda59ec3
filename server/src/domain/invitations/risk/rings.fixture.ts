/**
 * Typical fraud rings: a farm of phones, one shared address, one payer, one account, or a chain.
 */
import {
  type SeededRandom,
  type Draft,
  type Person,
  createPerson,
  DAY_MS,
} from "./people.fixture.ts";

const MINUTE_MS = 60_000;

/** Per cent of members who avoid detection by another phone, address or payer. */
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
/** A script, or a person who does nothing else. */
const scriptedDelayMs = (of: SeededRandom): number => of.between(1_500, 25_000);

/** A few phones, each wiped and reused; the addresses change as those of phones do. */
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

/** Emulators behind one address: every device is new, and all are alike. */
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

/** Bought accounts from all over the country; one payer pays for their first orders. */
const sharedPayerRing: Ring = (of, start) => {
  const inviterId = of.uuid();
  const payers = pool(of, of.between(1, 2));
  return ringMembers(of, "payer", of.between(10, 20), () => ({
    inviterId,
    boundAt: start + of.below(9 * DAY_MS),
    payer: of.pick(payers),
  }));
};

/** Like the payer ring, but all goods go to one or two numbers. */
const sharedAccountRing: Ring = (of, start) => {
  const inviterId = of.uuid();
  const accounts = pool(of, of.between(1, 2));
  return ringMembers(of, "account", of.between(8, 16), () => ({
    inviterId,
    boundAt: start + of.below(9 * DAY_MS),
    account: of.pick(accounts),
  }));
};

/** Each invites the next within the hour; they share a few addresses. */
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

/** Creates seven rings of each kind, spread over the month. */
export const createRings = (of: SeededRandom, start: number): Person[] =>
  [phoneFarm, sharedAddressRing, sharedPayerRing, sharedAccountRing, chainRing].flatMap((ring) =>
    Array.from({ length: 7 }, () => ring(of, start + of.below(18 * DAY_MS))).flat(),
  );
