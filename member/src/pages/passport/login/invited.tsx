/**
 * The head of the login page for an invited newcomer: who invites, what both sides get, and the
 * coupons that are in the wallet after the login.
 */
import type { InviteLanding, NewcomerCoupon } from "@yunjing/contract/schemas/invite";
import { type ReactNode, useEffect, useState } from "react";
import { visitInvite } from "../../../device/invite-url.ts";
import { storedInvite } from "../../../device/stored-invite.ts";
import { loadApi } from "../../../load-api.ts";
import { Contours } from "../../../components/contours.tsx";
import { couponName } from "../../../components/shop/coupon-value.ts";
import { WaveEdge } from "../../../components/wave-edge.tsx";
import styles from "./invited.module.css";

type Inviter = NonNullable<InviteLanding["inviter"]>;

/** Undefined while it is read; `none` for an unknown code, or when nothing was read. */
function useLanding(code: string | undefined): InviteLanding | "none" | undefined {
  const [landing, setLanding] = useState<InviteLanding | "none" | undefined>(
    code === undefined ? "none" : undefined,
  );
  useEffect(() => {
    if (code === undefined) return;
    void loadApi()
      .then(({ invite }) => invite.landing({ inviteCode: code }))
      .then(setLanding, () => setLanding("none"));
  }, [code]);
  return landing;
}

const Face = ({ code }: { readonly code: string }) => (
  <img
    className={styles.face}
    src={`/api/invite/faces/${encodeURIComponent(code)}.png`}
    width={64}
    height={64}
    alt=""
  />
);

const Gift = ({ who, text }: { readonly who: string; readonly text: string }) => (
  <p className={styles.gift}>
    <span className="caption">{who}</span>
    <span className="text-14 ink-900 medium">{text}</span>
  </p>
);

const Coupon = ({ coupon }: { readonly coupon: NewcomerCoupon }) => (
  <li className={styles.coupon}>
    <b className="text-20 coral-600">{couponName(coupon.face)}</b>
    <span className="caption">{coupon.face.below}</span>
    <span className="text-12 ink-700 ellipsis">{coupon.title}</span>
  </li>
);

interface InvitationProps {
  readonly landing: InviteLanding;
  readonly inviter: Inviter;
  readonly code: string;
}

function Invitation({ landing, inviter, code }: InvitationProps) {
  const { inviteeGift, inviterGift, coupons } = landing;
  return (
    <section className={styles.card} aria-label="邀请">
      {coupons.length > 0 && (
        <>
          <h2 className="text-14 ink-900 strong">登录后，新人券就在你的卡包</h2>
          <ul className={styles.coupons} aria-label="新人券">
            {coupons.map((coupon) => (
              <Coupon key={coupon.templateId} coupon={coupon} />
            ))}
          </ul>
        </>
      )}
      {inviteeGift && <Gift who="首单完成后，你得" text={inviteeGift} />}
      {inviterGift && <Gift who={`${inviter.nickname} 得`} text={inviterGift} />}
      {!inviteeGift && coupons.length === 0 && (
        <p className="text-14 ink-700">吃喝出行，会员一站办。登录后就能看到会员价。</p>
      )}
      <span className="sr-only">邀请码 {code}</span>
    </section>
  );
}

/** `children`: what stands here without an invitation. */
export function Invited({ children }: { readonly children: ReactNode }) {
  const [code] = useState(() => (storedInvite() ?? visitInvite())?.code);
  const landing = useLanding(code);
  const inviter = landing === undefined || landing === "none" ? undefined : landing.inviter;
  if (landing === "none" || (landing && !inviter)) return children;
  return (
    <div className={styles.invited}>
      <div className={styles.head}>
        <Contours place="centre" />
        <div className={styles.who}>
          {code !== undefined && inviter ? <Face code={code} /> : <span className={styles.face} />}
          <div className="grow">
            <p className="text-20 strong ellipsis">{inviter?.nickname ?? "\u00a0"}</p>
            <p className="text-14 sea-100">邀请你一起用云鲸权益</p>
          </div>
        </div>
        <WaveEdge below="surface" />
      </div>
      {landing && inviter && code !== undefined ? (
        <Invitation landing={landing} inviter={inviter} code={code} />
      ) : (
        <div className={styles.card} role="status" aria-label="加载中" />
      )}
    </div>
  );
}
