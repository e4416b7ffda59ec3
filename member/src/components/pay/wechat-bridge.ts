/**
 * Opens payments and transfer confirmations inside WeChat through the bridge of its browser. The
 * bridge's result is not trusted; the server's result decides.
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { Payment } from "@yunjing/contract/schemas/buying";
import type { Withdrawal } from "@yunjing/contract/schemas/withdrawals";

type Jsapi = NonNullable<Payment["jsapi"]>;
type Confirm = NonNullable<Withdrawal["confirm"]>;
type BridgeAnswer = { readonly err_msg?: string };
type Bridge = {
  invoke(name: string, input: object, callback: (answer: BridgeAnswer) => void): void;
};

/** Set by WeChat's browser some time after the page has loaded. */
type InWechat = { readonly WeixinJSBridge?: Bridge };
const currentBridge = (): Bridge | undefined => (window as InWechat).WeixinJSBridge;

/** `done` is only what WeChat reports; the server's result decides (domain.md 4 and 15). */
export type BridgeResult = "done" | "cancelled" | "failed";

/** Milliseconds. Long enough for a slow phone; after that the browser is not really WeChat's. */
const READY_WAIT_MS = 5_000;

function bridgeReady(): Promise<Bridge | undefined> {
  const bridge = currentBridge();
  if (bridge) return Promise.resolve(bridge);
  return new Promise((resolve) => {
    const finish = () => resolve(currentBridge());
    document.addEventListener("WeixinJSBridgeReady", finish, { once: true });
    setTimeout(finish, READY_WAIT_MS);
  });
}

const bridgeResults: Readonly<Record<string, BridgeResult>> = { ok: "done", cancel: "cancelled" };
const bridgeResultOf = ({ err_msg = "" }: BridgeAnswer): BridgeResult =>
  ownValue(bridgeResults, err_msg.slice(err_msg.indexOf(":") + 1)) ?? "failed";

async function invokeBridge(name: string, input: object): Promise<BridgeResult> {
  const bridge = await bridgeReady();
  if (!bridge) return "failed";
  return new Promise((resolve) => {
    bridge.invoke(name, input, (answer) => resolve(bridgeResultOf(answer)));
  });
}

/** Opens WeChat's payment and resolves with how the member left it. Never rejects. */
export const payInWechat = (jsapi: Jsapi): Promise<BridgeResult> =>
  invokeBridge("getBrandWCPayRequest", jsapi);

/**
 * Opens WeChat's page on which the member accepts a transfer, and resolves with how it was left.
 */
export const confirmTransferInWechat = (confirm: Confirm): Promise<BridgeResult> =>
  invokeBridge("requestMerchantTransfer", confirm);
