/**
 * Puts the coupons that the invitation showed into the wallet of a new member: those that the
 * registration does not give are claimed.
 */
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { loadApi } from "../../../load-api.ts";

/** A login does not wait longer for them; they are then claimed while the next page opens. */
const WAIT_MS = 2_500;

async function claimAll(inviteCode: string): Promise<number> {
  const { invite, coupons } = await loadApi();
  const landing = await invite.landing({ inviteCode });
  if (!landing.inviter) return 0;
  const claimed = await Promise.all(
    landing.coupons
      .filter(({ isGiven }) => !isGiven)
      .map(({ templateId }) =>
        withIdempotencyKey(`claim:${templateId}`, (idempotencyKey) =>
          coupons.claim({ templateId }, { idempotencyKey }),
        ).then(
          () => 1,
          // One that is over meanwhile does not keep the others back.
          () => 0,
        ),
      ),
  );
  const given = landing.coupons.filter(({ isGiven }) => isGiven).length;
  return claimed.reduce<number>((sum, one) => sum + one, given);
}

/** Never rejects, and takes a bounded time. Returns how many are in the wallet, as far as known. */
export const claimNewcomerCoupons = (inviteCode: string): Promise<number> =>
  Promise.race([
    claimAll(inviteCode).catch(() => 0),
    new Promise<number>((resolve) => setTimeout(resolve, WAIT_MS, 0)),
  ]);
