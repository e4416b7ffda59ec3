/** The actions of an order: the most frequent as buttons, the others in a menu. */
import { Coins, Ellipsis, Headset, RefreshCw, StickyNote, TicketPercent } from "lucide-react";
import { useState } from "react";
import { sentenceFor } from "../../../api/failure.ts";
import { Button } from "../../../parts/button.tsx";
import { MenuHolder } from "../../../parts/menu.tsx";
import menu from "../../../parts/menu.module.css";
import { tellFailure } from "../../../parts/toast.tsx";
import {
  addNote,
  askSupplier,
  cancelAtSupplier,
  claimOrder,
  closeUnpaid,
  giveCoupon,
  givePoints,
  moveToManual,
  reroute,
  resendMessages,
} from "./ask.ts";
import type { OrderDetail } from "./order-detail.ts";

type Entry = { readonly label: string; readonly run: () => unknown };

function More({ entries }: { readonly entries: readonly Entry[] }) {
  const [isOpen, setOpen] = useState(false);
  if (entries.length === 0) return null;
  return (
    <MenuHolder isOpen={isOpen} onClose={() => setOpen(false)}>
      <Button
        icon={<Ellipsis />}
        aria-label="更多操作"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <div className={menu.menu}>
          {entries.map(({ label, run }) => (
            <button
              key={label}
              type="button"
              onClick={() => {
                setOpen(false);
                void run();
              }}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </MenuHolder>
  );
}

/** Says why the list of coupons could not be read. */
const compensate = (detail: OrderDetail) =>
  giveCoupon(detail).catch((failure: unknown) => tellFailure(sentenceFor(failure)));

export function OrderActions(props: {
  readonly detail: OrderDetail;
  readonly onRefund: () => void;
}) {
  const { detail, onRefund } = props;
  const can = (action: OrderDetail["may"][number]): boolean => detail.may.includes(action);
  const entries: readonly (Entry & { readonly action: OrderDetail["may"][number] })[] = [
    { action: "toDesk", label: "转人工", run: () => moveToManual(detail) },
    { action: "cancelAtSupplier", label: "请求取消", run: () => cancelAtSupplier(detail) },
    { action: "reroute", label: "换供应商", run: () => reroute(detail) },
    { action: "close", label: "取消未付订单", run: () => closeUnpaid(detail) },
    { action: "resend", label: "重发通知", run: () => resendMessages(detail) },
    { action: "compensate", label: "补偿积分", run: () => givePoints(detail) },
  ];
  return (
    <>
      {can("ask") && (
        <Button icon={<RefreshCw />} onClick={() => void askSupplier(detail)}>
          立即查单
        </Button>
      )}
      {can("compensate") && (
        <Button icon={<TicketPercent />} onClick={() => void compensate(detail)}>
          发补偿券
        </Button>
      )}
      {can("note") && (
        <Button icon={<StickyNote />} onClick={() => void addNote(detail)}>
          备注
        </Button>
      )}
      {can("refund") && (
        <Button look={can("claim") ? "outline" : "solid"} icon={<Coins />} onClick={onRefund}>
          发起退款
        </Button>
      )}
      {can("claim") && (
        <Button look="solid" icon={<Headset />} onClick={() => void claimOrder(detail)}>
          领取处理
        </Button>
      )}
      <More entries={entries.filter(({ action }) => can(action))} />
    </>
  );
}
