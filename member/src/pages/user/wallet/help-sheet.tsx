/**
 * Explains the parts of the balance: what each can be used for, and in which order they are spent.
 */
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import styles from "./help-sheet.module.css";

const parts = [
  {
    id: "principal",
    name: "本金",
    text: "充值的钱。可以消费，没花的部分可以原路退回，不能提现。",
  },
  {
    id: "bonus",
    name: "赠送",
    text: "充值时送的钱。只能消费，到期未用会失效；退充值时按比例收回。",
  },
  {
    id: "reward",
    name: "可提现",
    text: "已结算的奖励。可以消费，也可以提现到微信零钱。",
  },
] as const;

export const HelpSheet = ({ onClose }: { readonly onClose: () => void }) => (
  <FlowSheet reason="reading about the balance" title="余额说明" onClose={onClose}>
    <dl className={styles.parts}>
      {parts.map(({ id, name, text }) => (
        <div key={id} className={styles.part} data-part={id}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <h3 className={styles.title}>消费时的顺序</h3>
    <p className={styles.text}>先花赠送，快到期的先用；再花本金；最后才用可提现。</p>
    <h3 className={styles.title}>冻结的金额</h3>
    <p className={styles.text}>
      待支付订单、审核中的提现和处理中的退款会先冻结相应金额，办完就扣除或退回，不会丢失。
    </p>
  </FlowSheet>
);
