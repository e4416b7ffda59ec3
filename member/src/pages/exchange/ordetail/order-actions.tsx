/**
 * The actions on an order now: confirm pickup, claim it into the member's own list, or use the code
 * again.
 */
import { api } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { storePendingReceipt } from "../../../device/cached-orders.ts";
import { storedToken } from "../../../device/token.ts";
import { Button } from "../../../components/button.tsx";
import { Dock } from "../../../components/dock.tsx";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import { goToLogin, navigateTo } from "../../../shell/navigate.ts";
import { confirmReceived, receivedTexts } from "./confirm-received.ts";
import type { OrderRef, OrderView } from "./use-order.ts";

const failed = (failure: unknown): Promise<void> =>
  toast(userMessageFor(failure), { kind: "failed" });

async function claim(token: string, view: OrderView): Promise<void> {
  await api.orders.claim({ receiptToken: token }).then(async () => {
    view.refetch();
    await toast("已收进我的订单", { kind: "done" });
  }, failed);
}

/** Below an unclaimed receipt: a prompt to log in, or to claim it. */
export function ClaimHint({ name, view }: { readonly name: OrderRef; readonly view: OrderView }) {
  if (name.by !== "receipt" || view.order?.claimed !== false) return null;
  if (storedToken() === "") {
    const { token } = name;
    const leave = () => {
      storePendingReceipt(token);
      void goToLogin();
    };
    return <NoticeBar kind="info" text="登录后可收进我的订单" onPress={leave} />;
  }
  return (
    <NoticeBar
      kind="info"
      text="收进我的订单，随时查看"
      actionText="收进"
      onPress={() => void claim(name.token, view)}
    />
  );
}

export function OrderActions({
  name,
  view,
}: {
  readonly name: OrderRef;
  readonly view: OrderView;
}) {
  const { order } = view;
  if (!order) return null;
  if (order.display === "returned") {
    return (
      <Dock>
        <Button appearance="main" block onPress={() => navigateTo("/pages/exchange/manifest")}>
          重新使用兑换码
        </Button>
      </Dock>
    );
  }
  if (!order.received.allowed) return null;
  return (
    <Dock>
      <Button appearance="main" block onPress={() => confirmReceived(name, view)}>
        {receivedTexts(order).confirmText}
      </Button>
    </Dock>
  );
}
