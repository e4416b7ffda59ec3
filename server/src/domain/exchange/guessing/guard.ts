/** Who a guesser may be, whose wrong tries are counted, and what stands between this caller and a look-up. */
import { isIPv6 } from "node:net";
import type { Context } from "../../../platform/context.ts";
import type { VerifiedProof } from "../port.ts";

/** The network an address belongs to: an IPv4 address itself, the first 64 bits of an IPv6 one. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}

export type GuessCaller = {
  readonly memberId: string | undefined;
  readonly device: string;
  readonly address: string;
};

/** What `exchange_gate` and `exchange_count_wrong` are told of a caller. */
export type GuessLimits = {
  /** Whose wrong tries are counted, and how many within an hour lock the subject; none locks a network. */
  readonly countedSubjects: readonly { readonly subject: string; readonly most?: number }[];
  readonly network: string;
  /** Locks that bar this caller. */
  readonly lockSubjects: readonly string[];
  readonly lockMs: number;
  /** Subjects whose wrong tries ask this caller for a proof. */
  readonly proofSubjects: readonly string[];
  /** From so many wrong tries on a proof of so many bits, rung by rung. */
  readonly proofLevels: readonly (readonly [tries: number, bits: number])[];
  readonly alarmBits: number;
  readonly proof: { readonly hash: string; readonly bits: number; readonly until: Date } | null;
  /** The caller as operators may read of them: network and device, hashed. */
  readonly callerLabel: string;
};

/** A name for a network or a device that stays the same and leads nobody back to it: 12 hexadecimal digits. */
export const hashedName = ({ secrets }: Pick<Context, "secrets">, subject: string): string =>
  secrets.mac("code-guesser", subject).toString("hex").slice(0, 12);

/** The subject a network's wrong tries are counted under. */
export const networkSubject = (address: string): string => `network:${networkOf(address)}`;

/**
 * Accounts and devices are locked at their limit. A network never is, since many people may share one (carrier NAT):
 * whoever has no login shows there, and on a device that guessed, a proof that grows with the wrong tries.
 */
export function guessLimitsOf(
  context: Pick<Context, "settings" | "secrets">,
  { memberId, device, address }: GuessCaller,
  proof: VerifiedProof | undefined,
): GuessLimits {
  const { settings } = context;
  const network = networkSubject(address);
  const own = [
    ...(memberId
      ? [{ subject: `account:${memberId}`, most: settings.codeWrongPerAccountHour }]
      : []),
    ...(device ? [{ subject: `device:${device}`, most: settings.codeWrongPerDeviceHour }] : []),
  ];
  const hashed = hashedName(context, device ? `device:${device}` : "");
  return {
    countedSubjects: [...own, { subject: network }],
    network,
    lockMs: settings.codeLockMs,
    lockSubjects: own.map(({ subject }) => `code-lock:${subject}`),
    proofSubjects: memberId ? [] : [network, ...own.map(({ subject }) => subject)],
    proofLevels: [
      [settings.codeProofFreeTries, settings.codeProofBits],
      [settings.codeWrongPerDeviceHour, settings.codeProofAlarmBits],
      [settings.codeWrongPerAddressHour, settings.codeProofNetworkBits],
    ],
    alarmBits: settings.codeProofAlarmBits,
    proof: proof ? { ...proof, hash: proof.hash.toString("hex") } : null,
    callerLabel: `网络 ${hashedName(context, network)}，设备 ${device ? hashed : "未知"}`,
  };
}
