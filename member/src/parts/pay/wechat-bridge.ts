/** Pays inside WeChat by the bridge of its browser; only its word is heard, never believed. */
import type { Payment } from "@yunjing/contract/schemas/buying";

type Jsapi = NonNullable<Payment["jsapi"]>;
type BridgeAnswer = { readonly err_msg?: string };
type Bridge = {
  invoke(name: "getBrandWCPayRequest", asked: Jsapi, tell: (answer: BridgeAnswer) => void): void;
};

/** Put there by WeChat's browser some time after the page has loaded. */
type InWechat = { readonly WeixinJSBridge?: Bridge };
const bridgeNow = (): Bridge | undefined => (window as InWechat).WeixinJSBridge;

/** `done` is WeChat's own word that money moved; the server's word decides (domain.md 4). */
export type BridgeWord = "done" | "cancelled" | "failed";

/** Long enough for a slow phone; then WeChat's browser is not the one it says it is. */
const READY_WAIT_MS = 5_000;

function bridgeReady(): Promise<Bridge | undefined> {
  const bridge = bridgeNow();
  if (bridge) return Promise.resolve(bridge);
  return new Promise((resolve) => {
    const told = () => resolve(bridgeNow());
    document.addEventListener("WeixinJSBridgeReady", told, { once: true });
    setTimeout(told, READY_WAIT_MS);
  });
}

const words: Readonly<Record<string, BridgeWord>> = {
  "get_brand_wcpay_request:ok": "done",
  "get_brand_wcpay_request:cancel": "cancelled",
};

/** Opens WeChat's payment and answers how the member left it. Never rejects. */
export async function payInWechat(jsapi: Jsapi): Promise<BridgeWord> {
  const bridge = await bridgeReady();
  if (!bridge) return "failed";
  return new Promise((resolve) => {
    bridge.invoke("getBrandWCPayRequest", jsapi, ({ err_msg }) =>
      resolve(words[err_msg ?? ""] ?? "failed"),
    );
  });
}
