/** The Chinese names of the operations on goods, pages, stores and texts, as the audit shows them. */
import type { Name } from "@yunjing/contract/operations";

type Topic =
  | "operatorGoods"
  | "operatorHomePage"
  | "operatorAgreements"
  | "operatorContent"
  | "operatorContracts"
  | "operatorDining"
  | "operatorTaxonomy";

export const pageOperationLabels: { readonly [T in Topic]: Readonly<Record<Name<T>, string>> } = {
  operatorGoods: {
    list: "查看商品列表",
    create: "新建商品",
    detail: "查看一个商品",
    saveDraft: "保存商品草稿",
    preview: "预览商品",
    versions: "查看商品版本",
    diff: "对比商品版本",
    restore: "恢复商品版本",
    proposeLoss: "申请低于成本发布",
    makePicture: "上传商品图片",
    prices: "查看排期价格",
    withdrawPrice: "撤销排期价格",
  },
  operatorHomePage: {
    detail: "查看首页装修",
    cities: "查看城市",
    saveDraft: "保存首页草稿",
    preview: "预览首页",
    versions: "查看首页版本",
    diff: "对比首页版本",
    publish: "发布首页",
    withdraw: "撤下定时发布",
    rollBack: "回退首页",
  },
  operatorAgreements: {
    detail: "查看协议",
    saveDraft: "保存协议草稿",
    versions: "查看协议的版本",
    version: "查看一版协议",
    publish: "发布协议",
    withdraw: "撤下未生效的协议",
  },
  operatorContent: {
    help: "查看帮助文章",
    setHelp: "修改帮助文章",
    contacts: "查看客服与备案",
    share: "查看分享文案",
    setShare: "修改分享文案",
    setContacts: "修改客服与备案",
  },
  operatorContracts: {
    list: "查看履约合约",
    forms: "查看下单填写项",
    detail: "打开履约合约",
    preview: "预览合约文案",
    set: "修改履约合约",
  },
  operatorDining: {
    stores: "查看门店",
    setStore: "停用或启用门店",
    menus: "查看菜单品牌",
    menu: "查看菜单",
    checkPrices: "核对套餐价格",
    setProduct: "修改餐品",
    sync: "同步门店与菜单",
    syncRuns: "查看同步记录",
  },
  operatorTaxonomy: {
    brands: "查看品牌",
    setBrand: "修改品牌",
    orderBrands: "调整品牌顺序",
    categories: "查看分类",
    setCategory: "修改分类",
    orderCategories: "调整分类顺序",
    hotWords: "查看热搜词",
    setHotWord: "修改热搜词",
    orderHotWords: "调整热搜词顺序",
  },
};
