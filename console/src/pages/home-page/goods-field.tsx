/** 商品 of a zone: in their order, with price and what members see, found by name. */
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { EntryButtons } from "../../parts/move-buttons.tsx";
import { EMPTY, moneyText } from "../../parts/format.ts";
import { GoodsPicture } from "../../parts/goods-picture.tsx";
import { StateTag } from "../../parts/tag.tsx";
import type { HomeState } from "./blocks.ts";
import foundStyles from "../../parts/form/found.module.css";
import styles from "./block-form.module.css";

const FOUND_MAX = 6;
type Goods = HomeState["goods"][number];
export type Known = Pick<Goods, "benefitId" | "title" | "artwork"> & Partial<Goods>;

function SeenTag({ goods }: { readonly goods: Known | undefined }) {
  if (goods?.isOnSale === undefined) return <StateTag tone="outline">保存后显示</StateTag>;
  if (!goods.isOnSale) return <StateTag tone="bad">已下架，不显示</StateTag>;
  const count = goods.regionCodes?.length ?? 0;
  return count > 0 ? (
    <StateTag tone="warn">仅 {count} 城可用</StateTag>
  ) : (
    <StateTag tone="ok">显示</StateTag>
  );
}

export function GoodsField(props: {
  readonly ids: readonly string[];
  readonly goods: readonly Goods[];
  readonly onChange: (ids: string[]) => void;
}) {
  const { ids, onChange } = props;
  const [added, setAdded] = useState<readonly Known[]>([]);
  const [typed, setTyped] = useState("");
  const keyword = useDeferredValue(typed.trim());
  const search = useQuery({
    ...apiQuery(api.operatorGoods.list, { keyword, status: "on", pageSize: 20 }),
    enabled: keyword !== "",
  });
  const known = new Map<string, Known>(
    [...added, ...props.goods].map((goods) => [goods.benefitId, goods]),
  );
  const found = (search.data?.list ?? [])
    .filter(({ benefitId }) => !ids.includes(benefitId))
    .slice(0, FOUND_MAX);
  return (
    <section className={styles.goods} aria-label="商品">
      <header>
        <h3>商品 {ids.length}</h3>
        <span>下架、售罄或本城不可用的会标明</span>
        <input
          aria-label="加商品"
          placeholder="按名称加商品"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </header>
      {keyword !== "" && (
        <div className={foundStyles.found}>
          {found.map((row) => (
            <button
              key={row.benefitId}
              type="button"
              onClick={() => {
                const { benefitId, title, artwork, pictureId } = row;
                const photo = pictureId === undefined ? {} : { pictureId };
                setAdded([...added, { benefitId, title, artwork, ...photo }]);
                onChange([...ids, benefitId]);
                setTyped("");
              }}
            >
              {row.title}
              <small>{row.priceFen === undefined ? EMPTY : moneyText(row.priceFen)}</small>
            </button>
          ))}
          {search.data && found.length === 0 && (
            <span className={styles.quiet}>没有找到在售商品</span>
          )}
        </div>
      )}
      {ids.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">商品</th>
              <th scope="col">售价</th>
              <th scope="col">会员看到</th>
              <th scope="col">
                <span className={styles.hidden}>操作</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {ids.map((id, at) => {
              const goods = known.get(id);
              const name = goods?.title ?? id;
              return (
                <tr key={id}>
                  <th scope="row">
                    <span>
                      <GoodsPicture
                        artwork={goods?.artwork ?? ""}
                        pictureId={goods?.pictureId}
                        size="small"
                      />
                      {name}
                    </span>
                  </th>
                  <td>{goods?.priceFen === undefined ? EMPTY : moneyText(goods.priceFen)}</td>
                  <td>
                    <SeenTag goods={goods} />
                  </td>
                  <td>
                    <EntryButtons list={ids} at={at} name={name} onChange={onChange} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}
