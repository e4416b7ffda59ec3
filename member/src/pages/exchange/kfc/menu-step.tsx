/**
 * Step 2: the dishes, with categories on the left and the voucher's progress bar at the bottom. A
 * set meal is only displayed.
 */
import { useQuery } from "@tanstack/react-query";
import type { Menu, Product } from "@yunjing/contract/schemas/dining";
import { memo, useCallback, useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { ApiFailure } from "../../../device/failure.ts";
import { formatClock } from "../../../device/time.ts";
import { BenefitPicture } from "../../../components/benefit-picture.tsx";
import { Button } from "../../../components/button.tsx";
import { Dock } from "../../../components/dock.tsx";
import { EmptyState, ErrorBlock } from "../../../components/empty-state.tsx";
import { Icon } from "../../../components/icon.tsx";
import { chevronUp } from "../../../components/page-icons.ts";
import { moneyText } from "../../../components/money.ts";
import { Price } from "../../../components/price.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { Stepper } from "../../../components/stepper.tsx";
import { Tag } from "../../../components/tag.tsx";
import { VoucherMeter } from "../../../components/voucher-meter.tsx";
import { addLine, countOf, removeOne, portionsOf, repriceLines, totalFenOf } from "./cart.ts";
import { CartSheet } from "./cart-sheet.tsx";
import menuStyles from "./menu.module.css";
import { OptionSheet } from "./option-sheet.tsx";
import { SetMeal } from "./set-meal.tsx";
import { isBuying, PICKUP_STEP, STORE_STEP, type StepProps } from "./step.ts";
import { StoreLine } from "./store-line.tsx";

const tints = ["peach", "sand", "teal", "green", "plum", "sea"] as const;

/** The operators have switched the store off since the member chose it. */
const isPaused = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.code === "STORE_PAUSED";

export const MenuStep = memo(function MenuStep(props: StepProps) {
  const { manifest, draft, goToStep } = props;
  const storeId = draft.store?.storeId ?? "";
  const isSet = manifest.target === "meal";
  const query = useQuery({
    // Fetches the menu of the pickup time; dishes selected from another menu would be refused
    // there.
    ...apiQuery(api.dining.menu, {
      storeId,
      eatType: draft.eatType,
      ...(draft.slot === undefined ? {} : { slot: draft.slot }),
    }),
    enabled: !isSet && storeId !== "",
  });
  if (isSet) return <SetMeal {...props} />;
  return (
    <>
      <StoreLine draft={draft} goToStep={goToStep} />
      {query.isPending && (
        <div className="page-body one-column">
          <Skeleton count={4} />
        </div>
      )}
      {query.isLoadingError &&
        (isPaused(query.error) ? (
          <EmptyState title="这家门店暂停接单" note="换一家门店继续点餐">
            <Button onPress={() => goToStep(STORE_STEP)}>换门店</Button>
          </EmptyState>
        ) : (
          <ErrorBlock note="菜单没有读到" onRetry={query.refetch} />
        ))}
      {query.data && <MenuBody {...props} menu={query.data} />}
    </>
  );
});

type MenuBodyProps = StepProps & { readonly menu: Menu };

function MenuBody({ manifest, draft, change, goToStep, menu }: MenuBodyProps) {
  const [classId, setClassId] = useState(menu.classes[0]?.id);
  const [open, setOpen] = useState<Product>();
  const [isCartOpen, setCartOpen] = useState(false);
  const lines = draft.lines;
  const shown = menu.classes.find(({ id }) => id === classId) ?? menu.classes[0];
  const valueFen = manifest.valueFen ?? 0;
  const chosenFen = totalFenOf(lines);
  const setLines = (next: typeof lines) => change({ lines: next, menuHash: menu.hash });
  const add = useCallback(
    (product: Product) => {
      if (product.groups.length > 0) setOpen(product);
      else
        change(({ lines: before }) => ({
          lines: addLine(repriceLines(before, menu), product, []),
          menuHash: menu.hash,
        }));
    },
    [change, menu],
  );
  const drop = useCallback(
    (product: Product) =>
      change(({ lines: before }) => ({
        lines: removeOne(before, product.id),
        menuHash: menu.hash,
      })),
    [change, menu],
  );
  if (!shown) return <EmptyState title="这家店现在没有可点的餐品" note="换个门店或晚些再来" />;
  const reason = lines.length === 0 ? "先选餐品" : undefined;
  return (
    <>
      <div className={menuStyles.menu}>
        <nav className={menuStyles.classes} aria-label="餐品分类">
          {menu.classes.map(({ id, name, note, products }) => {
            const count = products.reduce((sum, each) => sum + portionsOf(lines, each.id), 0);
            return (
              <button
                key={id}
                type="button"
                className={menuStyles.class}
                aria-current={id === shown.id}
                onClick={() => setClassId(id)}
              >
                {name}
                {note && <small>{note}</small>}
                {count > 0 && <b aria-label={`已选 ${count} 件`}>{count}</b>}
              </button>
            );
          })}
        </nav>
        <div className={menuStyles.products}>
          <p className="caption">
            {shown.name}，{shown.note ?? `菜单供应到 ${formatClock(menu.validUntil)}`}
          </p>
          <ul>
            {shown.products.map((product, place) => (
              <ProductRow
                key={product.id}
                product={product}
                tint={tints[place % tints.length] ?? "peach"}
                count={portionsOf(lines, product.id)}
                onAdd={add}
                onDrop={drop}
              />
            ))}
          </ul>
        </div>
      </div>
      <Dock
        above={
          isBuying(draft) ? undefined : (
            <VoucherMeter voucherFen={valueFen} chosenFen={chosenFen} count={countOf(lines)} />
          )
        }
      >
        <button
          type="button"
          className={menuStyles.face}
          aria-expanded={isCartOpen}
          onClick={() => setCartOpen(true)}
        >
          {isBuying(draft)
            ? `已选 ${countOf(lines)} 件 ${moneyText(chosenFen)}`
            : `券面 ${moneyText(valueFen, "shop")}`}
          <Icon of={chevronUp} size={16} />
        </button>
        <span className="grid grow">
          <Button
            appearance="main"
            block
            onPress={() => goToStep(PICKUP_STEP)}
            {...(reason === undefined ? {} : { reason })}
          >
            选取餐时间
          </Button>
        </span>
      </Dock>
      <OptionSheet
        key={open?.id ?? "none"}
        product={open}
        onClose={() => setOpen(undefined)}
        onAdd={(product, options, quantity) => {
          setLines(addLine(repriceLines(lines, menu), product, options, quantity));
          setOpen(undefined);
        }}
      />
      <CartSheet
        isOpen={isCartOpen}
        isBought={isBuying(draft)}
        onClose={() => setCartOpen(false)}
        lines={lines}
        onChange={setLines}
      />
    </>
  );
}

type ProductRowProps = {
  readonly product: Product;
  readonly tint: string;
  readonly count: number;
  readonly onAdd: (product: Product) => void;
  readonly onDrop: (product: Product) => void;
};

/** A choice renders only the row whose count it changes. */
const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { product, tint, count, onAdd, onDrop } = props;
  const { name, description, artwork, photo, priceFen, officialPriceFen, soldOut } = product;
  return (
    <li className={menuStyles.product}>
      <BenefitPicture artwork={artwork} photo={photo} tint={tint} size={76} faded={soldOut} />
      <div className="column grow">
        <h2 className={`text-14 medium ${soldOut ? "ink-500" : "ink-900"}`}>{name}</h2>
        <p className="caption">{description}</p>
        <div className={menuStyles.productEnd}>
          <span>
            <Price amountFen={priceFen} size={16} tone={soldOut ? "off" : "paid"} />
            {officialPriceFen > priceFen && !soldOut && (
              <s className={menuStyles.official}>{moneyText(officialPriceFen, "shop")}</s>
            )}
          </span>
          {soldOut ? (
            <Tag>售罄</Tag>
          ) : (
            <Stepper
              label={name}
              value={count}
              max={20}
              onChange={(next) => (next > count ? onAdd(product) : onDrop(product))}
            />
          )}
        </div>
      </div>
    </li>
  );
});
