/** Sheet of one card: after one confirmation its number and password to copy or show, and 标记已使用. */
import { useQueryClient } from "@tanstack/react-query";
import type { WalletCard } from "@yunjing/contract/schemas/coupons";
import { api, operationKey } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import styles from "../../../components/secret/secret.module.css";
import { RevealedSecret } from "../../../components/secret/revealed-secret.tsx";
import { useSecret } from "../../../components/secret/use-secret.ts";

interface CardSheetProps {
  readonly card: WalletCard;
  readonly title: string;
  readonly onClose: () => void;
}

export function CardSheet(props: CardSheetProps) {
  const { card, title, onClose } = props;
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: operationKey(api.coupons.list) });
  const { shown, isStored, error, reveal, markUsed } = useSecret({
    card,
    onRevealed: refresh,
    onUsed: () => {
      onClose();
      return refresh();
    },
  });
  return (
    <FlowSheet
      reason="a card is open"
      title={title}
      onClose={onClose}
      foot={
        shown ? (
          <Button appearance="line" block onPress={markUsed}>
            标记已使用
          </Button>
        ) : (
          <Button appearance="sea" block busyText="正在打开" onPress={reveal}>
            {card.state === "ready" ? "我知道了，查看卡密" : "查看卡密"}
          </Button>
        )
      }
    >
      {error && <NoticeBar kind="bad" text={error} />}
      {shown ? (
        <RevealedSecret shown={shown} isStored={isStored} />
      ) : (
        <div className={styles.ask}>
          <p className={styles.mask}>{card.mask}</p>
          <p className={styles.askText}>
            {card.state === "ready"
              ? "查看后即视为已交付，不再支持自助退款。请确认周围没有别人看到屏幕。"
              : "请确认周围没有别人看到屏幕。每次查看都会留下记录。"}
          </p>
        </div>
      )}
    </FlowSheet>
  );
}
