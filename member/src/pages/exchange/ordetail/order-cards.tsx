/** The cards that an order delivered, each with its state: reveal, copy, and mark as used. */
import type { CachedOrder } from "../../../device/cached-orders.ts";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/card.tsx";
import { Stamp } from "../../../components/card-ticket.tsx";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { RevealedSecret } from "../../../components/secret/revealed-secret.tsx";
import { useSecret } from "../../../components/secret/use-secret.ts";
import { Tag } from "../../../components/tag.tsx";
import { confirm } from "../../../shell/facade/facade.ts";
import { navigateTo } from "../../../shell/navigate.ts";
import styles from "./order-cards.module.css";

type Card = NonNullable<CachedOrder["cards"]>[number];

const WALLET = "/pages/user/coupons?kind=card";
const stamps: Readonly<Partial<Record<Card["state"], string>>> = {
  marked_used: "已使用",
  expired: "已过期",
  void: "已作废",
};

/** Revealing delivers the card, so the first time needs confirmation. */
const mayReveal = ({ state }: Card): Promise<boolean> =>
  state === "ready"
    ? confirm({
        title: "查看卡密？",
        content: "查看后即视为已交付，不再支持自助退款。请确认周围没有别人看到屏幕。",
        confirmText: "查看卡密",
      })
    : Promise.resolve(true);

interface OrderCardProps {
  readonly card: Card;
  /** Called when a card changed: the order may have changed with it. */
  readonly onChange: () => void;
}

function OrderCard({ card, onChange }: OrderCardProps) {
  const { shown, isStored, error, reveal, markUsed } = useSecret({
    card,
    onRevealed: onChange,
    onUsed: onChange,
  });
  const { state, seq, of, badge } = card;
  const stamp = stamps[state];
  const isUrgent = badge === "today" || badge === "soon";
  const open = async (): Promise<void> => {
    if (!(await mayReveal(card))) return;
    await reveal();
  };
  return (
    <li className={styles.card} data-spent={stamp ? "" : undefined}>
      <div className="flex items-start gap-3">
        <div className={styles.words}>
          <p className={styles.title}>
            <span className="min-width-0">
              {of > 1 ? `${card.title}（${seq}/${of}）` : card.title}
            </span>
            {!stamp && <Tag tone={state === "ready" ? "sea" : "plain"}>{card.stateText}</Tag>}
          </p>
          {!shown && <p className={styles.mask}>{card.mask}</p>}
          <p className={isUrgent ? "mt-1 text-12 warn-700" : "mt-1 caption"}>{card.dateText}</p>
        </div>
        {stamp && <Stamp text={stamp} />}
      </div>
      {error && <NoticeBar kind="bad" text={error} />}
      {shown && <RevealedSecret shown={shown} isStored={isStored} />}
      <div className="flex wrap gap-3 hide-empty">
        {!shown && state !== "void" && (
          <Button
            appearance={state === "ready" ? "sea" : "soft"}
            block
            size={44}
            busyText="正在打开"
            onPress={open}
          >
            {state === "ready" ? "查看卡密" : "再次查看"}
          </Button>
        )}
        {(state === "revealed" || (shown && state === "ready")) && (
          <Button appearance="line" block size={44} onPress={markUsed}>
            标记已使用
          </Button>
        )}
      </div>
    </li>
  );
}

/** An order cached by an older app version lists its cards without their state. */
const hasState = (card: Partial<Card>): card is Card => card.state !== undefined;

export function OrderCards({
  cards,
  onChange,
}: {
  readonly cards: readonly Card[];
  readonly onChange: () => void;
}) {
  const known = cards.filter(hasState);
  if (known.length === 0) return null;
  return (
    <Section title="卡券" all={{ text: "卡包", onPress: () => navigateTo(WALLET) }}>
      <ul className="grid">
        {known.map((card) => (
          <OrderCard key={card.id} card={card} onChange={onChange} />
        ))}
      </ul>
    </Section>
  );
}
