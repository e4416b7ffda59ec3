/**
 * An order in a list: brand and state, what was ordered, what was paid, and the possible actions.
 */
import type { Photo } from "@yunjing/contract/schemas/benefit";
import type { ArtworkId } from "./artwork.tsx";
import { BenefitPicture } from "./benefit-picture.tsx";
import { Button } from "./button.tsx";
import { Countdown } from "./countdown.tsx";
import styles from "./order-card.module.css";
import { type OrderAction, OrderMenu } from "./order-menu.tsx";
import { Pressable, type PressProps } from "./pressable.tsx";
import { Price } from "./price.tsx";

export interface OrderCardProps extends PressProps {
  readonly brand: string;
  readonly title: string;
  readonly note?: string | undefined;
  readonly quantity?: number | undefined;
  readonly artwork: ArtworkId;
  readonly tint?: string | undefined;
  /** The uploaded picture, in place of the drawing. */
  readonly photo?: Photo | undefined;
  readonly paidFen: number;
  /** 餐券 ¥45.00 + 余额 ¥2.50. */
  readonly split?: string | undefined;
  readonly state: string;
  /** `wait` for a deadline, `go` for ready, `still` for the rest, `bad` for failed. */
  readonly stateTone?: "wait" | "go" | "still" | "bad" | undefined;
  /** Time left to pay, shown after the state; `endsAt` in ms since 1970. */
  readonly timer?: { readonly endsAt: number; readonly onEnd: () => void } | undefined;
  readonly actions?: readonly OrderAction[] | undefined;
  /** Less common actions, behind one button. */
  readonly menu?: readonly OrderAction[] | undefined;
}

const stateClasses = {
  wait: "flex-none warn-700",
  go: "flex-none ok-700",
  still: "flex-none ink-500",
  bad: "flex-none bad-700",
} as const;

export function OrderCard(props: OrderCardProps) {
  const { brand, title, note, quantity = 1, actions = [], menu = [], stateTone = "still" } = props;
  return (
    <article className={styles.order} aria-label={`${brand} ${title}，${props.state}`}>
      <div className={styles.top}>
        <span className="ink-900 medium">{brand}</span>
        <span className={stateClasses[stateTone]}>
          {props.state}
          {props.timer && (
            <>
              {" "}
              <Countdown appearance="text" endsAt={props.timer.endsAt} onEnd={props.timer.onEnd} />
            </>
          )}
        </span>
      </div>
      <Pressable
        className="touch flex items-start gap-3 full-width"
        href={props.href}
        onPress={props.onPress}
      >
        <BenefitPicture artwork={props.artwork} tint={props.tint} photo={props.photo} size={64} />
        <span className="grid gap-half grow">
          <span className="text-14 ink-900">{title}</span>
          <span className={styles.note}>
            {note && <span>{note}</span>}
            <span>×{quantity}</span>
          </span>
        </span>
        <span className={styles.money}>
          <Price amountFen={props.paidFen} money="exact" size={16} tone="paid" />
          {props.split && <span className={styles.split}>{props.split}</span>}
        </span>
      </Pressable>
      {(actions.length > 0 || menu.length > 0) && (
        <div className={styles.acts}>
          {menu.length > 0 && <OrderMenu title={title} actions={menu} />}
          {actions.map((act) => (
            <Button
              key={act.text}
              size={32}
              appearance={act.isNext ? "sea" : "line"}
              onPress={act.onPress}
              reason={act.reason}
              label={act.reason ? undefined : `${act.text}，${title}`}
            >
              {act.text}
            </Button>
          ))}
        </div>
      )}
    </article>
  );
}
