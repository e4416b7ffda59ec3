/** The blue head of an order: its state, the next step, and the time left to pay. */
import { Contours } from "../../../components/contours.tsx";
import { Countdown } from "../../../components/countdown.tsx";
import type { CachedOrder } from "../../../device/cached-orders.ts";
import styles from "./ordetail.module.css";

interface OrderHeadProps {
  readonly order: CachedOrder;
  /** Called when the time to pay is over. */
  readonly onOver: () => void;
}

export const OrderHead = ({ order, onOver }: OrderHeadProps) => {
  const until = order.display === "wait_pay" ? order.expiresAt : undefined;
  return (
    <header className={styles.head}>
      <Contours place="right" isUnderBar />
      <h2 className="relative text-20 strong" aria-live="polite">
        {order.displayText}
      </h2>
      <p className="mt-1 relative text-14 sea-100">
        {until === undefined ? (
          order.nextStep
        ) : (
          <>
            请在 <Countdown appearance="text" endsAt={until} onEnd={onOver} /> 内支付，超时自动取消
          </>
        )}
      </p>
    </header>
  );
};
