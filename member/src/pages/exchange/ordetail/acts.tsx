/** What can be done with the order now: picked up, taken into one's own list, or the code used again. */
import { api } from "../../../api.ts";
import { wordsFor } from "../../../device/failure.ts";
import { awaitReceipt } from "../../../device/receipts.ts";
import { storedToken } from "../../../device/token.ts";
import { Button } from "../../../parts/button.tsx";
import { Dock } from "../../../parts/dock.tsx";
import { NoticeBar } from "../../../parts/notice-bar.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import { goToLogin, navigateTo } from "../../../shell/navigate.ts";
import { receive, receivedWords } from "./receive.ts";
import type { OrderName, OrderView } from "./use-order.ts";

const failed = (failure: unknown): Promise<void> => toast(wordsFor(failure), { kind: "failed" });

async function claim(token: string, view: OrderView): Promise<void> {
  await api.orders.claim({ receiptToken: token }).then(async () => {
    view.look();
    await toast("已收进我的订单", { kind: "done" });
  }, failed);
}

/** Under a receipt that nobody has taken yet: log in, or take it. */
export function ClaimHint({ name, view }: { readonly name: OrderName; readonly view: OrderView }) {
  if (name.by !== "receipt" || view.order?.claimed !== false) return null;
  if (storedToken() === "") {
    const { token } = name;
    const leave = () => {
      awaitReceipt(token);
      void goToLogin();
    };
    return <NoticeBar kind="info" text="登录后可收进我的订单" onPress={leave} />;
  }
  return (
    <NoticeBar
      kind="info"
      text="收进我的订单，随时查看"
      act="收进"
      onPress={() => void claim(name.token, view)}
    />
  );
}

export function Acts({ name, view }: { readonly name: OrderName; readonly view: OrderView }) {
  const { order } = view;
  if (!order) return null;
  if (order.display === "returned") {
    return (
      <Dock>
        <Button look="main" block onPress={() => navigateTo("/pages/exchange/manifest")}>
          重新使用兑换码
        </Button>
      </Dock>
    );
  }
  if (!order.received.allowed) return null;
  return (
    <Dock>
      <Button look="main" block onPress={() => receive(name, view)}>
        {receivedWords(order).confirmText}
      </Button>
    </Dock>
  );
}
