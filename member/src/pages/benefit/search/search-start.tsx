/**
 * The search page before any input: search history of this phone, popular searches and categories.
 */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../../api.ts";
import { Section } from "../../../components/card.tsx";
import { Chips } from "../../../components/chip.tsx";
import { Entries, TileEntry } from "../../../components/grid-entry.tsx";
import { Tag } from "../../../components/tag.tsx";
import type { SearchCriteria } from "./results.tsx";
import styles from "./search.module.css";
import { useCity } from "../../../shell/use-city.ts";

interface BeforeProps {
  readonly recentSearches: readonly string[];
  readonly onSearch: (keyword: string) => void;
  readonly onClear: () => void;
  readonly onFilter: (found: SearchCriteria) => void;
}

/** The first three ranks differ by font weight, not by colour alone. */
const Hot = ({
  hot,
  onSearch,
}: {
  readonly hot: readonly { readonly word: string; readonly isNew: boolean }[];
  readonly onSearch: (keyword: string) => void;
}) => (
  <ol className={styles.hot}>
    {hot.map(({ word, isNew }, place) => (
      <li key={word}>
        <button type="button" className={styles.hotWord} onClick={() => onSearch(word)}>
          <span className={styles.rank} data-first={place < 3 ? "" : undefined}>
            {place + 1}
          </span>
          <span className="min-width-0 ellipsis">{word}</span>
          {isNew && <Tag tone="sea">新</Tag>}
        </button>
      </li>
    ))}
  </ol>
);

export function SearchStart({ recentSearches, onSearch, onClear, onFilter }: BeforeProps) {
  const city = useCity();
  const { data, isPending } = useQuery(apiQuery(api.home.suggest, { regionCode: city.code }));
  const { data: categories } = useQuery(apiQuery(api.home.categories, {}));
  return (
    <div className="grid gap-3">
      {recentSearches.length > 0 && (
        <Section title="搜索历史" all={{ text: "清空", onPress: onClear }}>
          <Chips
            label="搜索历史"
            on="surface"
            value={null}
            wraps="start"
            items={recentSearches.map((word) => ({ id: word, text: word }))}
            onChoose={onSearch}
          />
        </Section>
      )}
      {data && data.hot.length > 0 && (
        <Section title="热门搜索">
          <Hot hot={data.hot} onSearch={onSearch} />
        </Section>
      )}
      {/* Waits for the section above, which would push this one down. */}
      {!isPending && categories && categories.list.length > 0 && (
        <Section title="按分类找">
          <Entries label="分类" columns={4}>
            {categories.list.map(({ code, name, picture }) => (
              <TileEntry
                key={code}
                name={name}
                artwork={picture.artwork}
                tint={picture.tint}
                size={48}
                onPress={() => onFilter({ category: code })}
              />
            ))}
          </Entries>
        </Section>
      )}
    </div>
  );
}
