/** Which brand's menu is shown: the one in the address, the first without one. */
import { text, useSearchState } from "../../parts/table/search-state.ts";
import { useMenuBrands } from "./dining-words.ts";
import styles from "./dining.module.css";

const SPEC = { brand: text(64) };

/** Returns the brand, undefined while the brands are read or when there is none, and its choice. */
export function useBrandChoice() {
  const [{ brand: chosen }, setSearch] = useSearchState(SPEC);
  const brands = useMenuBrands();
  const brand = brands.some(([code]) => code === chosen) ? chosen : brands[0]?.[0];
  const choice = brands.length > 0 && (
    <select
      className={styles.brand}
      aria-label="品牌"
      value={brand}
      onChange={({ target }) => setSearch({ brand: target.value })}
    >
      {brands.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
  return { brand, choice };
}
