/**
 * An opened code: its title, the time left in its session, its rules, and one button that states
 * its effect.
 */
import type { Output } from "@yunjing/contract/operations";
import { useState } from "react";
import { api } from "../../../api.ts";
import { ApiFailure, userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { formatDate } from "../../../device/time.ts";
import { tokenState } from "../../../device/token.ts";
import { askToLogIn } from "../../../components/login/ask-to-log-in.ts";
import { ArtObject, Tint } from "../../../components/artwork.tsx";
import { BenefitPicture } from "../../../components/benefit-picture.tsx";
import { Button } from "../../../components/button.tsx";
import { Card, Section } from "../../../components/card.tsx";
import { clockText, useSecondsLeft } from "../../../components/countdown.tsx";
import { Dock } from "../../../components/dock.tsx";
import { Facts } from "../../../components/facts.tsx";
import { countText, moneyText } from "../../../components/money.ts";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { PointsPrice, Price } from "../../../components/price.tsx";
import { Tag } from "../../../components/tag.tsx";
import { useBusy } from "../../../shell/busy.ts";
import { confirm } from "../../../shell/facade/facade.ts";
import { navigateTo, redirectTo } from "../../../shell/navigate.ts";
import styles from "./manifest.module.css";
import { type ChoiceSelection, ChoiceCards, ChoiceFields, useChoiceSelection } from "./choices.tsx";
import { Redeemed } from "./redeemed.tsx";

type Session = Output<"exchange", "open">;
type Manifest = Session["manifest"];
type Done = Output<"exchange", "redeem">;

type FoundProps = {
  readonly found: Session;
  readonly onLeave: () => Promise<void>;
  /** Called when the session is over, with the message. */
  readonly onOver: (text: string) => void;
  /** Called when the code is redeemed. */
  readonly onDone: () => void;
  /** Continues with the same code while it has uses left. */
  readonly onAgain: () => Promise<void>;
};

const OVER = "兑换已超时，请重新输入兑换码";

/** Three objects and their tint for each kind of target. */
const scenes = {
  meal: { tint: "peach", objects: ["fries", "bucket", "burger"] },
  voucher: { tint: "peach", objects: ["fries", "bucket", "burger"] },
  points: { tint: "gold", objects: ["gift", "coins", "ticket"] },
  balance: { tint: "sand", objects: ["coins", "wallet", "coupon"] },
  coupon: { tint: "plum", objects: ["ticket", "coupons", "gift"] },
  benefit: { tint: "plum", objects: ["video", "gift", "film"] },
  level: { tint: "gold", objects: ["gift", "crown", "member"] },
} as const;

function Picture({ manifest: { target, artwork, photo } }: { readonly manifest: Manifest }) {
  const { tint, objects } = scenes[target];
  const others = objects.filter((name) => name !== artwork);
  return (
    <div className={styles.picture}>
      <span className={styles.tint}>
        <Tint tint={tint} withWave />
      </span>
      <ArtObject name={others[0] ?? "gift"} className={styles.object} />
      {photo ? (
        <span className={styles.object}>
          <BenefitPicture artwork={artwork ?? objects[1]} photo={photo} tint={tint} size={76} />
        </span>
      ) : (
        <ArtObject name={artwork ?? objects[1]} className={styles.object} />
      )}
      <ArtObject name={others[1] ?? "ticket"} className={styles.object} />
    </div>
  );
}

const isMeal = ({ target }: Manifest): boolean => target === "meal" || target === "voucher";

const needsLogin = (manifest: Manifest, { choice }: ChoiceSelection): boolean =>
  (manifest.needsLogin || choice?.needsLogin === true) && tokenState() !== "valid";

/** Returns the name of what is redeemed. */
const nameOf = ({ title }: Manifest, { choice }: ChoiceSelection): string => choice?.title ?? title;

/** Returns the button text: the effect, and that the code is used up by it. */
function actText(manifest: Manifest, choosing: ChoiceSelection): string {
  const { target, points, valueFen, usesLeft } = manifest;
  if (isMeal(manifest)) return "选择门店，此时不扣码";
  if (needsLogin(manifest, choosing)) return "登录后兑换";
  const cost = usesLeft === undefined ? "码即失效" : "用掉 1 次";
  if (target === "points" && points) return `兑换 ${countText(points)} 积分，${cost}`;
  if (target === "balance" && valueFen) return `存入 ${moneyText(valueFen, "shop")}，${cost}`;
  return `兑换${nameOf(manifest, choosing)}，${cost}`;
}

/** Returns what redeeming costs, shown before it is done. */
function costText(name: string, usesLeft: number | undefined): string {
  if (usesLeft === undefined) return `兑换「${name}」后，这个兑换码即失效。`;
  if (usesLeft > 1) return `兑换「${name}」后，你还可兑换 ${usesLeft - 1} 次。`;
  return `兑换「${name}」后，你的兑换次数就用完了。`;
}

type OfferProps = Omit<FoundProps, "onDone"> & {
  readonly onDone: (done: Done, name: string) => void;
};

/** After a login the member continues with the open code. */
const BACK = "/pages/exchange/manifest?resume=1";

function useRedeem({ found, onOver, onDone }: OfferProps, choosing: ChoiceSelection) {
  const { session, manifest } = found;
  const [error, setError] = useState<string>();
  const login = () =>
    askToLogIn(BACK, () => redirectTo(`/pages/passport/login?referer=${encodeURIComponent(BACK)}`));
  const fail = (failure: unknown) => {
    const code = failure instanceof ApiFailure ? failure.code : "";
    if (code === "LOGIN_NEEDED" || code === "AUTH_EXPIRED") return login();
    if (code === "SESSION_OVER") return onOver(userMessageFor(failure));
    return setError(userMessageFor(failure));
  };
  const redeem = async () => {
    if (isMeal(manifest)) return navigateTo("/pages/exchange/kfc");
    if (needsLogin(manifest, choosing)) return login();
    if (!choosing.check()) return undefined;
    setError(undefined);
    const yes = await confirm({
      title: "确认兑换",
      content: costText(nameOf(manifest, choosing), manifest.usesLeft),
      confirmText: "确认兑换",
    });
    if (!yes) return undefined;
    const finish = (done: Done) => onDone(done, nameOf(manifest, choosing));
    const { picked: skuId, input } = choosing;
    const wanted = {
      session,
      ...(skuId === undefined ? {} : { skuId }),
      ...(input === undefined ? {} : { input }),
    };
    return withIdempotencyKey(`redeem:${session}:${skuId ?? ""}`, (idempotencyKey) =>
      api.exchange.redeem(wanted, { idempotencyKey }),
    ).then(finish, fail);
  };
  return { error, redeem };
}

/** Shows the code's offer, and after redeeming, the result. */
export function OpenedCode(props: FoundProps) {
  const [redeemed, setRedeemed] = useState<{ done: Done; name: string }>();
  const { onAgain, found } = props;
  if (redeemed) return <Redeemed {...redeemed} manifest={found.manifest} onAgain={onAgain} />;
  const onDone: OfferProps["onDone"] = (done, name) => {
    props.onDone();
    setRedeemed({ done, name });
  };
  return <Offer {...props} onDone={onDone} />;
}

function Offer(props: OfferProps) {
  const { found, onLeave, onOver } = props;
  useBusy("exchange", true);
  const { manifest, expiresAt } = found;
  const { choices } = manifest;
  const choosing = useChoiceSelection(choices);
  const seconds = useSecondsLeft(expiresAt, () => onOver(OVER));
  const { error, redeem } = useRedeem(props, choosing);
  return (
    <div className="page">
      <div className={styles.body}>
        <Head manifest={manifest} seconds={seconds} onLeave={onLeave} />
        {error && <NoticeBar kind="bad" text={error} />}
        <Contents manifest={manifest} />
        <ChoiceCards choices={choices} choosing={choosing} />
        <ChoiceFields choosing={choosing} />
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
          appearance="main"
          block
          onPress={redeem}
          {...(choosing.picked === undefined && choices.length > 0 ? { reason: "暂时兑完" } : {})}
        >
          {actText(manifest, choosing)}
        </Button>
      </Dock>
    </div>
  );
}

/** The contents: the dishes of a set meal, or what is credited to which account. */
function Contents({ manifest }: { readonly manifest: Manifest }) {
  const { setMeal, points, valueFen, target, brandName } = manifest;
  if (setMeal) {
    return (
      <Section title="套餐内容" note="到店固定搭配">
        <ul className="grid gap-3">
          {setMeal.items.map(({ productId, name, quantity, artwork, photo }) => (
            <li key={productId} className="row gap-3">
              <BenefitPicture artwork={artwork} photo={photo} tint="sand" size={44} />
              <span className="grow ink-900">{name}</span>
              <span className="ink-500">×{quantity}</span>
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

/** What the code is worth, beside its name, so that its holder knows what is at hand. */
function Worth({ manifest: { faceFen, points } }: { readonly manifest: Manifest }) {
  if (points) return <PointsPrice points={points} />;
  if (!faceFen) return null;
  return (
    <span className={styles.worth}>
      <span className="caption">价值</span>
      <Price amountFen={faceFen} size={28} />
    </span>
  );
}

type HeadProps = Pick<FoundProps, "onLeave"> & {
  readonly manifest: Manifest;
  readonly seconds: number;
};

/** The picture and name of the code, and how long it stays reserved. */
const Head = ({ manifest, seconds, onLeave }: HeadProps) => (
  <Card flush>
    <Picture manifest={manifest} />
    <div className={styles.what}>
      <div className={styles.titleRow}>
        <h2 className="text-20 ink-900 strong">{manifest.title}</h2>
        <Worth manifest={manifest} />
      </div>
      <p className="row wrap gap-1-2 caption">
        <Tag tone="ok">
          {manifest.usesLeft === undefined ? "可兑换" : `还可兑换 ${manifest.usesLeft} 次`}
        </Tag>
        码尾号 {manifest.last4}，{formatDate(manifest.validUntil)} 前有效
      </p>
    </div>
    <NoticeBar
      kind="wait"
      text={`已为你锁定，${clockText(seconds)} 内完成即可`}
      actionText="换一个码"
      onPress={() => void onLeave()}
    />
  </Card>
);
