/**
 * What a code stands for: its title, how long it holds, its rules, and one button that says what
 * pressing it does.
 */
import type { Output } from "@yunjing/contract/operations";
import { useState } from "react";
import { api } from "../../../api.ts";
import { ApiFailure, wordsFor } from "../../../device/failure.ts";
import { underKey } from "../../../device/idempotency.ts";
import { formatDate } from "../../../device/time.ts";
import { tokenState } from "../../../device/token.ts";
import { askToLogIn } from "../../../parts/login/ask-to-log-in.ts";
import { ArtObject, Artwork, Tint } from "../../../parts/artwork.tsx";
import { Button } from "../../../parts/button.tsx";
import { Card, Section } from "../../../parts/card.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { clockText, useSecondsLeft } from "../../../parts/countdown.tsx";
import { Dock } from "../../../parts/dock.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { countText, moneyText } from "../../../parts/money.ts";
import { NoticeBar } from "../../../parts/notice-bar.tsx";
import { Tag } from "../../../parts/tag.tsx";
import { useBusy } from "../../../shell/busy.ts";
import { confirm } from "../../../shell/facade/facade.ts";
import { navigateTo, redirectTo } from "../../../shell/navigate.ts";
import styles from "./manifest.module.css";
import { Redeemed } from "./redeemed.tsx";

type Session = Output<"exchange", "open">;
type Manifest = Session["manifest"];

type FoundProps = {
  readonly found: Session;
  readonly onLeave: () => Promise<void>;
  /** The session is over, with the words for it. */
  readonly onOver: (words: string) => void;
  /** The code is used up. */
  readonly onDone: () => void;
};

const OVER = "兑换已超时，请重新输入兑换码";

/** Three objects and their tint, by what it is. */
const scenes = {
  meal: { tint: "peach", objects: ["fries", "bucket", "burger"] },
  voucher: { tint: "peach", objects: ["fries", "bucket", "burger"] },
  points: { tint: "gold", objects: ["gift", "coins", "ticket"] },
  balance: { tint: "sand", objects: ["coins", "wallet", "coupon"] },
  coupon: { tint: "plum", objects: ["ticket", "coupons", "gift"] },
  benefit: { tint: "plum", objects: ["video", "gift", "film"] },
  level: { tint: "gold", objects: ["gift", "crown", "member"] },
} as const;

function Picture({ manifest: { target, artwork } }: { readonly manifest: Manifest }) {
  const { tint, objects } = scenes[target];
  const others = objects.filter((name) => name !== artwork);
  return (
    <div className={styles.picture}>
      <span className={styles.tint}>
        <Tint tint={tint} withWave />
      </span>
      <ArtObject name={others[0] ?? "gift"} className={styles.object} />
      <ArtObject name={artwork ?? objects[1]} className={styles.object} />
      <ArtObject name={others[1] ?? "ticket"} className={styles.object} />
    </div>
  );
}

const isMeal = ({ target }: Manifest): boolean => target === "meal" || target === "voucher";

/** The one button's words: what happens, and that the code is gone then. */
function actText(manifest: Manifest, choice: string | undefined): string {
  const { target, points, valueFen, title } = manifest;
  if (isMeal(manifest)) return "选择门店，此时不扣码";
  if (manifest.needsLogin && tokenState() !== "valid") return "登录后兑换";
  if (target === "points" && points) return `兑换 ${countText(points)} 积分，码即失效`;
  if (target === "balance" && valueFen) return `存入 ${moneyText(valueFen, "shop")}，码即失效`;
  return `兑换${choice ?? title}，码即失效`;
}

type OfferProps = Omit<FoundProps, "onDone"> & {
  readonly onDone: (done: Output<"exchange", "redeem">) => void;
};

/** Whoever has logged in goes on with the code that is open. */
const BACK = "/pages/exchange/manifest?resume=1";

function useRedeem({ found, onOver, onDone }: OfferProps, skuId: string | undefined) {
  const { session, manifest } = found;
  const [error, setError] = useState<string>();
  const login = () =>
    askToLogIn(BACK, () => redirectTo(`/pages/passport/login?referer=${encodeURIComponent(BACK)}`));
  const fail = (failure: unknown) => {
    const code = failure instanceof ApiFailure ? failure.code : "";
    if (code === "LOGIN_NEEDED" || code === "AUTH_EXPIRED") return login();
    if (code === "SESSION_OVER") return onOver(wordsFor(failure));
    return setError(wordsFor(failure));
  };
  const redeem = async () => {
    if (isMeal(manifest)) return navigateTo("/pages/exchange/kfc");
    if (manifest.needsLogin && tokenState() !== "valid") return login();
    setError(undefined);
    const yes = await confirm({
      title: "确认兑换",
      content: `兑换「${manifest.title}」后，这个兑换码即失效。`,
      confirmText: "确认兑换",
    });
    if (!yes) return;
    const input = { session, ...(skuId === undefined ? {} : { skuId }) };
    return underKey(`redeem:${session}`, (idempotencyKey) =>
      api.exchange.redeem(input, { idempotencyKey }),
    ).then(onDone, fail);
  };
  return { error, redeem };
}

/** What the code offers, and once it is redeemed, what was got. */
export function Found(props: FoundProps) {
  const [done, setDone] = useState<Output<"exchange", "redeem">>();
  if (done) return <Redeemed done={done} manifest={props.found.manifest} />;
  const onDone: OfferProps["onDone"] = (redeemed) => {
    props.onDone();
    setDone(redeemed);
  };
  return <Offer {...props} onDone={onDone} />;
}

function Offer(props: OfferProps) {
  const { found, onLeave, onOver } = props;
  useBusy("exchange", true);
  const { manifest, expiresAt } = found;
  const { choices } = manifest;
  const [picked, setPicked] = useState(choices.find(({ available }) => available)?.skuId);
  const seconds = useSecondsLeft(expiresAt, 0, () => onOver(OVER));
  const { error, redeem } = useRedeem(props, picked);
  const choice = choices.find(({ skuId }) => skuId === picked);
  return (
    <div className={styles.page}>
      <div className={styles.body}>
        <Head manifest={manifest} seconds={seconds} onLeave={onLeave} />
        {error && <NoticeBar kind="bad" text={error} />}
        <Contents manifest={manifest} />
        {choices.length > 1 && (
          <Section title="选择一项">
            <Choice
              label="选择一项"
              value={picked ?? null}
              onChoose={setPicked}
              items={choices.map(({ skuId, title, available }) => ({
                id: skuId,
                name: title,
                ...(available ? {} : { note: "暂时兑完", isShut: true }),
              }))}
            />
          </Section>
        )}
        <Section title="使用规则">
          <ul className={styles.rules}>
            {manifest.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </Section>
      </div>
      <Dock>
        <Button
          look="main"
          block
          onPress={redeem}
          {...(picked === undefined && choices.length > 0 ? { reason: "暂时兑完" } : {})}
        >
          {actText(manifest, choices.length > 1 ? choice?.title : undefined)}
        </Button>
      </Dock>
    </div>
  );
}

/** What is inside: the dishes of a set meal, or what lands where. */
function Contents({ manifest }: { readonly manifest: Manifest }) {
  const { setMeal, points, valueFen, target, brandName } = manifest;
  if (setMeal) {
    return (
      <Section title="套餐内容" note="到店固定搭配">
        <ul className={styles.items}>
          {setMeal.items.map(({ productId, name, quantity, artwork }) => (
            <li key={productId} className={styles.item}>
              <Artwork name={artwork} tint="sand" size={44} />
              <span className={styles.itemName}>{name}</span>
              <span className={styles.times}>×{quantity}</span>
            </li>
          ))}
        </ul>
      </Section>
    );
  }
  const facts = [
    ...(points ? [{ name: "兑换得到", value: `${countText(points)} 积分`, isStrong: true }] : []),
    ...(valueFen && target === "balance"
      ? [{ name: "兑换得到", value: `余额 ${moneyText(valueFen)}`, isStrong: true }]
      : []),
    ...(valueFen && target === "voucher"
      ? [{ name: "券面", value: moneyText(valueFen), isStrong: true }]
      : []),
    ...(brandName && target === "voucher"
      ? [{ name: "可用于", value: `${brandName}全场餐品` }]
      : []),
    ...(target === "points" ? [{ name: "存入", value: "会员积分，可兑好物" }] : []),
    ...(target === "balance" ? [{ name: "存入", value: "我的钱包" }] : []),
  ];
  if (facts.length === 0) return null;
  return (
    <Card>
      <Facts items={facts} />
    </Card>
  );
}

type HeadProps = Pick<FoundProps, "onLeave"> & {
  readonly manifest: Manifest;
  readonly seconds: number;
};

/** Its picture and name, and how long it is held. */
const Head = ({ manifest, seconds, onLeave }: HeadProps) => (
  <Card flush>
    <Picture manifest={manifest} />
    <div className={styles.what}>
      <h2 className={styles.title}>{manifest.title}</h2>
      <p className={styles.line}>
        <Tag tone="ok">可兑换</Tag>
        码尾号 {manifest.last4}，{formatDate(manifest.validUntil)} 前有效
      </p>
    </div>
    <NoticeBar
      kind="wait"
      text={`已为你锁定，${clockText(seconds)} 内完成即可`}
      act="换一个码"
      onPress={() => void onLeave()}
    />
  </Card>
);
