/** How slides, grid entries and notices are edited: their fields, and new ones. */
import type { FieldValue } from "../../parts/form/check-field.ts";
import { artworkChoices, tintChoices } from "../goods/goods-words.ts";
import { put } from "../goods/draft-fields.ts";
import { type BlockOf, newId } from "./blocks.ts";
import type { EntryKind } from "./item-list.tsx";

type Slide = BlockOf<"banner">["body"]["items"][number];
type GridEntry = BlockOf<"grid">["body"]["items"][number];
type NoticeEntry = BlockOf<"notice">["body"]["items"][number];

const text = (value: FieldValue): string => (typeof value === "string" ? value : "");
const orAbsent = (value: FieldValue): string | undefined => text(value) || undefined;
const place = "会员端页面，如 /pages/benefit/search?category=meal";

export const slides: EntryKind<Slide> = {
  noun: "横幅",
  most: 10,
  make: () => ({
    id: newId("slide"),
    title: "",
    subtitle: "",
    tint: "sea",
    artworks: ["gift"],
    link: { url: "" },
  }),
  fields: [
    { kind: "text", name: "title", label: "标题", isRequired: true },
    { kind: "text", name: "subtitle", label: "副标题" },
    { kind: "text", name: "link", label: "打开页面", isRequired: true, help: place },
    { kind: "choice", name: "artwork", label: "图案", choices: artworkChoices, isRequired: true },
    { kind: "choice", name: "also", label: "第二图案", choices: artworkChoices },
    { kind: "choice", name: "tint", label: "底色", choices: tintChoices, isRequired: true },
    { kind: "text", name: "benefitId", label: "商品编码", help: "带出价格；不可用时不显示这张" },
    { kind: "text", name: "priceNote", label: "价格说明" },
  ],
  valueOf: (slide, name) => {
    const { link, artworks, title, subtitle, tint, benefitId, priceNote } = slide;
    const [artwork, also] = artworks;
    return new Map<string, FieldValue>(
      Object.entries({
        title,
        subtitle,
        tint,
        benefitId,
        priceNote,
        artwork,
        also,
        link: link.url,
      }),
    ).get(name);
  },
  withValue: (slide, name, value) => {
    const [artwork, also] = slide.artworks;
    switch (name) {
      case "link":
        return { ...slide, link: { url: text(value) } };
      case "artwork":
        return { ...slide, artworks: [text(value), also ?? ""].filter(Boolean) };
      case "also":
        return { ...slide, artworks: [artwork ?? "", text(value)].filter(Boolean) };
      case "benefitId":
      case "priceNote":
        return put(slide, name, orAbsent(value));
      case "tint":
        return { ...slide, tint: text(value) || slide.tint };
      default:
        return put(slide, name, text(value));
    }
  },
};

export const gridEntries: EntryKind<GridEntry> = {
  noun: "入口",
  most: 20,
  make: () => ({
    id: newId("entry"),
    name: "",
    picture: { artwork: "bag", tint: "sea" },
    link: { url: "" },
  }),
  fields: [
    { kind: "text", name: "name", label: "名称", isRequired: true },
    { kind: "choice", name: "artwork", label: "图案", choices: artworkChoices, isRequired: true },
    { kind: "choice", name: "tint", label: "底色", choices: tintChoices, isRequired: true },
    { kind: "text", name: "link", label: "打开页面", isRequired: true, help: place },
  ],
  valueOf: ({ name: title, picture, link }, name) =>
    new Map<string, FieldValue>(Object.entries({ name: title, ...picture, link: link.url })).get(
      name,
    ),
  withValue: (entry, name, value) => {
    if (name === "link") return { ...entry, link: { url: text(value) } };
    if (name === "name") return { ...entry, name: text(value) };
    const picture = text(value) === "" ? entry.picture : put(entry.picture, name, text(value));
    return { ...entry, picture };
  },
};

export const noticeEntries: EntryKind<NoticeEntry> = {
  noun: "公告",
  most: 5,
  make: () => ({ id: newId("notice"), text: "" }),
  fields: [
    { kind: "text", name: "text", label: "文字", isRequired: true },
    { kind: "text", name: "link", label: "打开页面", help: place },
  ],
  valueOf: ({ text: words, link }, name) => (name === "text" ? words : link?.url),
  withValue: (entry, name, value) => {
    if (name === "text") return { ...entry, text: text(value) };
    const url = orAbsent(value);
    return put(entry, "link", url === undefined ? undefined : { url });
  },
};
