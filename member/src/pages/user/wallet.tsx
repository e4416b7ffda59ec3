/** UserWallet: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function UserWalletPage() {
  return <ComingSoon what={["查看本金、赠送和可提现", "充值和提现", "看懂被冻结的金额"]} />;
}
