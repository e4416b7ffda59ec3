/** The secret of one card of the member: revealed on request, and marked as used. */
import type { RevealedCard, WalletCard } from "@yunjing/contract/schemas/coupons";
import { useState } from "react";
import { api } from "../../api.ts";
import { ApiFailure, NETWORK, userMessageFor } from "../../device/failure.ts";
import { storeRevealedCard, storedRevealedCard } from "../../device/revealed-cards.ts";
import { confirm } from "../../shell/facade/facade.ts";

const isNetwork = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.code === NETWORK;

interface SecretOptions {
  readonly card: Pick<WalletCard, "id">;
  /** Called after the server has revealed the card: cached data of the card is outdated. */
  readonly onRevealed: () => unknown;
  /** Called after the server has marked the card as used. */
  readonly onUsed: () => unknown;
}

/**
 * Reveals a card on request, stores the revealed card for offline use, and marks the card as used.
 */
export function useSecret({ card, onRevealed, onUsed }: SecretOptions) {
  const [shown, setShown] = useState<RevealedCard>();
  const [isStored, setStored] = useState(false);
  const [error, setError] = useState<string>();
  const reveal = async (): Promise<void> => {
    setError(undefined);
    await api.coupons.reveal({ id: card.id }).then(
      (revealed) => {
        void storeRevealedCard(revealed);
        setStored(false);
        setShown(revealed);
        void onRevealed();
      },
      async (failure: unknown) => {
        const stored = isNetwork(failure) ? await storedRevealedCard(card.id) : undefined;
        if (!stored) return setError(userMessageFor(failure));
        setStored(true);
        setShown(stored);
      },
    );
  };
  const markUsed = async (): Promise<void> => {
    const isUsed = await confirm({
      title: "标记为已使用？",
      content: "卡券会移到「已使用」，不影响它本身的状态，卡密仍可在订单里查到。",
      confirmText: "标记已使用",
    });
    if (!isUsed) return;
    await api.coupons.used({ id: card.id }).then(
      async () => {
        setShown(undefined);
        await onUsed();
      },
      (failure: unknown) => setError(userMessageFor(failure)),
    );
  };
  return { shown, isStored, error, reveal, markUsed };
}
