/** Step 4: a summary, the amounts as a calculation, and one button that states what is charged. */
import { useQuery } from "@tanstack/react-query";
import type { Output } from "@yunjing/contract/operations";
import { useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import {
  clearDraft,
  clearSession,
  storeDraft,
  storeLastVisitedStore,
} from "../../../device/exchange-session.ts";
import { ApiFailure, userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { tokenState } from "../../../device/token.ts";
import { BenefitPicture } from "../../../components/benefit-picture.tsx";
import { Button } from "../../../components/button.tsx";
import { Card, Section } from "../../../components/card.tsx";
import { distanceText } from "../../../components/distance.ts";
import { Dock } from "../../../components/dock.tsx";
import { Facts, Sum } from "../../../components/facts.tsx";
import { clock } from "../../../components/icons.ts";
import { shop } from "../../../components/page-icons.ts";
import { ListRow, ListRows } from "../../../components/list-row.tsx";
import { moneyText } from "../../../components/money.ts";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { goToLogin, redirectTo } from "../../../shell/navigate.ts";
import { itemsTextOf, repriceLines, totalFenOf } from "./cart.ts";
import { isOwnPhone } from "./contact-field.tsx";
import { MenuChangeSheet } from "./menu-change-sheet.tsx";
import styles from "./kfc.module.css";
import { type MenuDifference, menuDifferenceOf } from "./menu-difference.ts";
import { dishCount, SetMealItems } from "./set-meal.tsx";
import { slotOf, slotText } from "./slots.ts";
import {
  BUYING,
  eatText,
  isBuying,
  MENU_STEP,
  PICKUP_STEP,
  type StepProps,
  STORE_STEP,
  storeNameOf,
} from "./step.ts";

type ConfirmProps = StepProps & { readonly onOver: () => void };

const maskPhone = (phone: string): string => `${phone.slice(0, 3)}****${phone.slice(-4)}`;
const plain = (fen: number): string => moneyText(fen).replace("¥", "");

function useSubmit({ manifest, draft, change, goToStep, onOver }: ConfirmProps, slotName: string) {
  const [error, setError] = useState<string>();
  const [menuChange, setMenuChange] = useState<MenuDifference>();
  const isSet = manifest.target === "meal";
  const { session, store, eatType, slot = "now", menuHash, phone, lines } = draft;

  /** From here on it is a normal unpaid order. */
  const toPay = (orderNo: string) => {
    clearDraft();
    return redirectTo(`/pages/exchange/ordetail?orderNo=${orderNo}&pay=now`);
  };
  const placed = ({ receiptToken, orderNo, differenceFen }: Output<"exchange", "orderMeal">) => {
    storeLastVisitedStore(store?.storeId ?? "");
    if (differenceFen > 0) {
      // The code stays reserved for the order until it is paid.
      clearSession();
      return toPay(orderNo);
    }
    change({
      step: STORE_STEP,
      ordered: {
        receiptToken,
        at: Date.now(),
        title: manifest.title,
        itemsText: itemsTextOf(manifest.setMeal?.items ?? lines),
        storeName: store?.name ?? "",
        slotText: `${slotName}，${eatText[eatType]}`,
        phone: maskPhone(phone),
        paidText: isSet ? "兑换码一个" : `餐券 ${moneyText(totalFenOf(lines))}`,
      },
    });
  };
  /**
   * Only a member can pay. Leaving the page steps back through the form, so the draft is stored
   * again for the return.
   */
  const logIn = async () => {
    await goToLogin();
    storeDraft(draft);
  };
  const fail = (failure: unknown) => {
    const { code, data } =
      failure instanceof ApiFailure ? failure : { code: "", data: undefined as unknown };
    const difference = code === "MENU_CHANGED" ? menuDifferenceOf(data, lines, isSet) : undefined;
    setMenuChange(difference);
    if (difference) return;
    if (code === "SESSION_OVER") return onOver();
    if (code === "LOGIN_NEEDED") return logIn();
    setError(userMessageFor(failure));
    if (code === "SLOT_INVALID") goToStep(PICKUP_STEP);
  };
  const submit = (ofMenu = menuHash) => {
    setError(undefined);
    const meal = {
      storeId: store?.storeId ?? "",
      eatType,
      slot,
      ...(isOwnPhone(phone) ? {} : { contactPhone: phone }),
      menuHash: ofMenu,
    };
    const chosen = lines.map(({ productId, quantity, options }) => ({
      productId,
      quantity,
      options: [...options],
    }));
    if (isBuying(draft)) {
      return withIdempotencyKey(`meal:${BUYING}`, (idempotencyKey) =>
        api.buying.placeMeal({ ...meal, lines: chosen }, { idempotencyKey }),
      ).then(({ orderNo }) => {
        storeLastVisitedStore(store?.storeId ?? "");
        return toPay(orderNo);
      }, fail);
    }
    const input = { session, ...meal, ...(isSet ? {} : { lines: chosen }) };
    return withIdempotencyKey(`meal:${session}`, (idempotencyKey) =>
      api.exchange.orderMeal(input, { idempotencyKey }),
    ).then(placed, fail);
  };
  /** Accepts the current menu: removes unavailable dishes and updates the other prices. */
  const accept = async () => {
    // Nothing the member sees has changed, so the order is submitted with the newer menu.
    if (menuChange?.kind === "same") return submit(menuChange.menuHash);
    const menu = await api.dining
      .menu({ storeId: store?.storeId ?? "", eatType, slot })
      .catch((failure: unknown) => setError(userMessageFor(failure)));
    setMenuChange(undefined);
    if (!menu) return;
    const repriced = repriceLines(lines, menu);
    change({ lines: repriced, menuHash: menu.hash });
    if (repriced.length === 0 && !isSet) goToStep(MENU_STEP);
  };
  return {
    error,
    menuChange,
    submit,
    accept,
    logIn,
    dismiss: () => setMenuChange(undefined),
  };
}

export function ConfirmStep(props: ConfirmProps) {
  const { manifest, draft, goToStep } = props;
  const { store, eatType, phone, lines } = draft;
  const query = useQuery(apiQuery(api.dining.slots, { storeId: store?.storeId ?? "" }));
  const slot = slotOf(query.data?.list ?? [], draft.slot);
  const slotName = slot ? slotText(slot) : "核对时段中";
  const { error, menuChange, submit, accept, logIn, dismiss } = useSubmit(props, slotName);
  const closeAndGoTo = (step: number) => () => {
    dismiss();
    goToStep(step);
  };
  const isSet = manifest.target === "meal";
  const valueFen = manifest.valueFen ?? 0;
  const totalFen = totalFenOf(lines);
  const offFen = Math.min(totalFen, valueFen);
  const beyondFen = totalFen - offFen;
  const isGone = query.data !== undefined && draft.slot !== undefined && slot?.slot !== draft.slot;
  const reason = isGone ? "时段已过，请重选" : undefined;
  const isBeyond = !isSet && beyondFen > 0;
  const isBought = isBuying(draft);
  const needsLogin = isBeyond && tokenState() !== "valid";
  const distance =
    store?.distanceMetres === undefined ? "" : `，距你 ${distanceText(store.distanceMetres)}`;
  return (
    <>
      <div className="page-body one-column">
        <Card>
          <ListRows label="门店和时间">
            <ListRow
              icon={shop}
              name={storeNameOf(draft, store)}
              note={`${store?.address ?? ""}${distance}`}
              actionText="改"
              onPress={() => goToStep(STORE_STEP)}
            />
            <ListRow
              icon={clock}
              name={`${slotName}，${eatText[eatType]}`}
              note={`手机 ${maskPhone(phone)} 收取餐码`}
              actionText="改"
              onPress={() => goToStep(PICKUP_STEP)}
            />
          </ListRows>
        </Card>
        {error && <NoticeBar kind="bad" text={error} />}
        <Section title="餐品" note={`共 ${dishCount(props)} 件`}>
          {isSet ? <SetMealItems manifest={manifest} /> : <Lines lines={lines} />}
          {isSet ? (
            <p className="box bg-ground ink-700 text-center">
              兑换码抵扣全部餐品，还需支付 <strong className="ink-900">¥0</strong>
            </p>
          ) : isBought ? (
            <Facts items={[{ name: "合计", value: moneyText(totalFen), isStrong: true }]} />
          ) : (
            <Sum
              parts={[
                { name: "餐品合计", value: plain(totalFen) },
                { name: "餐券抵扣", value: plain(offFen) },
                { name: "还需支付", value: plain(beyondFen) },
              ]}
            />
          )}
        </Section>
        <NoticeBar
          kind="info"
          text={
            isBought
              ? "10 分钟内付款，门店才开始制作。门店不能出码时，自动全额退款；出码后 1 天内可按餐品申请退款。"
              : isBeyond
                ? "10 分钟内付完差价，门店才开始制作；没有付款，兑换码自动退回。不能出码时，差价原路退回。"
                : `${isSet ? "" : "餐券不找零。"}门店不能出码时，兑换码自动退回。`
          }
        />
      </div>
      <Dock>
        <Button
          appearance="main"
          block
          onPress={() => (needsLogin ? logIn() : submit())}
          {...(reason === undefined ? {} : { reason })}
        >
          {isBought
            ? `${needsLogin ? "登录后支付" : "提交订单，支付"} ${moneyText(totalFen)}`
            : needsLogin
              ? `登录后补差价 ${moneyText(beyondFen)}`
              : isBeyond
                ? `用掉餐券，再付 ${moneyText(beyondFen)}`
                : isSet
                  ? "下单，并用掉兑换码"
                  : `抵扣 ${moneyText(offFen)}，并用掉餐券`}
        </Button>
      </Dock>
      <MenuChangeSheet
        difference={menuChange}
        onClose={dismiss}
        onAccept={accept}
        onEdit={closeAndGoTo(MENU_STEP)}
        onOtherTime={closeAndGoTo(PICKUP_STEP)}
        onOtherStore={closeAndGoTo(STORE_STEP)}
      />
    </>
  );
}

const tints = ["peach", "sand", "plum", "teal", "green", "sea"] as const;

const Lines = ({ lines }: { readonly lines: ConfirmProps["draft"]["lines"] }) => (
  <ul className={styles.lines}>
    {lines.map(({ productId, name, optionsText, quantity, unitFen, artwork, photo }, place) => (
      <li key={`${productId} ${optionsText}`} className="row gap-3">
        <BenefitPicture
          artwork={artwork}
          photo={photo}
          tint={tints[place % tints.length] ?? "peach"}
          size={44}
        />
        <span className="grid grow">
          {name}
          {optionsText && <small className="caption">{optionsText}</small>}
        </span>
        <span className="flex-none ink-500">×{quantity}</span>
        <span className={styles.lineSum}>{moneyText(unitFen * quantity)}</span>
      </li>
    ))}
  </ul>
);
