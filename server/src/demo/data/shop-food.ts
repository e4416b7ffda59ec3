/** The demo's meals, coffee and tea. A benefit, then its SKUs: market, price and cost in fen. */
export const food = `
kfc-breakfast | kfc meal meal | muffin+latte sand | store-30 | 烟肉芝士蛋堡配拿铁 | sold 8213; tags 10:00 前可取; words 早餐 早饭 芝士
- . | 单人份 | 2150 990 760 | member 890; own 600
- two | 双人份 | 4300 1880 1500 | member 1690; own 240

kfc-spicy-set | kfc meal meal | burger+fries peach | store-30 | 香辣鸡腿堡套餐 | sold 12860; tags 自取; words 汉堡 炸鸡
- . | 堡 + 薯条 + 可乐 | 3950 1990 1620 | member 1890; gold 1790; via cards own
- large | 加大套餐 | 4650 2490 2050 | member 2350; via cards own

kfc-bucket | kfc meal meal | familybucket peach | store-30 | 全家分享桶 | sold 2047; tags 3–4 人; words 全家桶 炸鸡; order 2
- . | 经典桶 | 11900 6990 5900 | gold 6690
- max | 翅桶双拼 | 14900 8990 7600 | gold 8590

kfc-wings | kfc meal meal | wings sand | store-30 | 新奥尔良烤翅 | sold 3408; tags 到店自取; words 鸡翅 烤翅
- . | 2 块 | 1450 990 760
- six | 6 块 | 3900 2490 2020 | member 2390

kfc-tart | kfc meal meal | eggtart gold | store-30 | 葡式蛋挞 | sold 5320; tags 现烤现取; words 甜品
- . | 4 只装 | 3400 1890 1500 | own 320
- eight | 8 只装 | 6800 3490 2880 | member 3290; own 120

kfc-cash | kfc coupon card | giftcard sand | store-90 | 肯德基代金券 | sold 6420; tags 全场可用; words 代金券 礼品卡
- 50 | 50 元 | 5000 4690 4480 | face 50; member 4650
- 100 | 100 元 | 10000 9380 8960 | face 100; member 9280
- 200 | 200 元 | 20000 18760 17900 | face 200; gold 18400

mcd-double | mcdonalds meal meal | dbl+fries sand | store-30 | 双层牛堡套餐 | sold 2671; tags 到店自取; words 汉堡 牛肉
- . | 中套餐 | 4100 2390 1960 | member 2290
- large | 大套餐 | 4600 2790 2300 | member 2690

mcd-fries | mcdonalds meal meal | fries+cola peach | store-30 | 大薯条配可乐 | sold 7740; tags 到店自取; words 小食
- . | 一份 | 2450 1190 930 | member 1090

mcd-cone | mcdonalds meal meal | icecream ice | store-7 | 双旋甜筒 | sold 9105; tags 两份装; words 冰淇淋 甜品; day 2
- . | 两份 | 1200 690 480 | member 590

mcd-nuggets | mcdonalds meal meal | nuggets gold | store-30 | 麦香鸡块 | sold 1320; tags 到店自取; words 鸡块
- . | 20 块 | 4800 2990 2450
- ten | 10 块 | 2500 1590 1290

pizza-nine | pizzahut meal meal | pizza peach | store-30 | 九寸经典比萨 | sold 644; tags 四城可用; cities big; words 披萨
- . | 一张 | 7900 4590 3850 | member 4390
- set | 比萨 + 小食拼盘 | 11800 6890 5700 | member 6590

noodle-beef | yoshinoya meal meal | bowl teal | store-30 | 招牌牛肉饭套餐 | sold 1190; tags 到店堂食; words 盖饭 快餐
- . | 标准份 | 3900 2690 2240
- large | 大份 | 4600 3190 2650

sushi-twelve | sushiro meal meal | sushi ice | store-30 | 十二贯寿司拼盘 | sold 377; tags 四城可用; cities big; words 日料
- . | 一份 | 8800 5890 4960 | own 60

hotpot-two | haidilao meal card | hotpot peach | store-90 | 火锅代金券 | sold 826; tags 周末可用; words 火锅 聚餐
- 100 | 100 元 | 10000 9200 8700 | face 100
- 200 | 200 元 | 20000 17900 16900 | face 200; gold 17600

xibei-hundred | xibei meal card | bowl teal | store-90 | 西北菜 100 元代金券 | sold 1204; tags 周末通用; cities 110100; words 面 莜面
- . | 一张 | 10000 8200 7600 | face 100

bread-twenty | paris coupon card | bread+croissant sand | store-30 | 烘焙代金券 | sold 2312; tags 四城可用; cities big; words 面包 蛋糕
- . | 30 元 | 3000 1990 1650 | face 30; member 1890; own 200
- 50 | 50 元 | 5000 3790 3200 | face 50; own 90

cake-six | holiland coupon card | cake plum | store-90 | 生日蛋糕券 | sold 521; tags 提前一天预订; words 生日 甜品
- . | 6 寸 | 19800 11800 9900 | gold 11200
- eight | 8 寸 | 26800 16800 14100 | gold 15900

donut-six | holiland coupon card | donut peach | store-7 | 甜甜圈 | sold 803; tags 当日现烤; words 甜品 下午茶
- . | 6 只装 | 4800 2990 2420 | own 40

luckin-latte | luckin drink meal | latte sand | store-30 | 生椰拿铁 | sold 12840; tags 到店自取、限购 3 杯; words 咖啡 椰奶; day 3
- . | 大杯 | 2900 890 760 | member 790; own 900
- two | 大杯两杯装 | 5800 1690 1480 | member 1490; own 400

luckin-americano | luckin drink meal | americano ice | store-30 | 冰美式 | sold 9402; tags 到店自取; words 咖啡
- . | 大杯 | 2300 690 560 | member 650
- five | 五杯券包 | 11500 3290 2700 | member 2990

luckin-month | luckin drink card | coffee sand | online-30 | 咖啡月卡 | sold 715; tags 30 天有效; words 咖啡; month 1
- . | 15 杯 | 29900 12900 11200 | gold 12300
- thirty | 30 杯 | 59800 23900 21000 | gold 22900

heytea-taro | heytea drink meal | tea plum | store-30 | 芋泥波波奶茶 | sold 3402; tags 到店自取; words 奶茶 茶饮
- . | 中杯 | 1900 990 780 | member 950; own 240
- large | 大杯 | 2300 1290 1010 | own 160

heytea-mango | heytea drink meal | mango gold | store-30 | 多肉芒果冰 | sold 2208; tags 到店自取; words 果茶
- . | 大杯 | 2800 1590 1290 | member 1490

heytea-cheese | heytea drink meal | cheesetea green | store-30 | 芝士绿妍茶 | sold 1876; tags 四城可用; cities big; words 奶盖
- . | 大杯 | 2100 1290 1010

heytea-cash | heytea drink card | giftcard plum | online-90 | 喜茶礼品卡 | sold 1530; tags 全国门店; words 礼品卡 奶茶
- 50 | 50 元 | 5000 4750 4550 | face 50
- 100 | 100 元 | 10000 9400 9000 | face 100; member 9300

nayuki-orange | nayuki drink meal | juice gold | store-30 | 霸气橙子 | sold 1043; tags 到店自取; words 果茶
- . | 大杯 | 2300 1390 1100

matcha-cake | nayuki drink meal | matcha green | store-30 | 抹茶拿铁配欧包 | sold 588; tags 下午茶; words 面包 下午茶
- . | 一份 | 3900 2290 1850
`;
