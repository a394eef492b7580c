import type { ArMessage, ArPlural } from '../../i18n/message';
import type { en } from './words.en';

/** A phrase around a count of something feminine. */
function counted(forms: [zero: string, one: string, two: string, few: string, many: string]): ArPlural {
  const [zero, one, two, few, many] = forms;
  return { by: 'n', zero, one, two, few, many, other: many };
}

function tricks(before: string, after = ''): ArPlural {
  const form = (text: string) => `${before}${text}${after}`;
  return counted([form('بلا لمّات'), form('لمّة واحدة'), form('لمّتين'), form('{n} لمّات'), form('{n} لمّة')]);
}

function cards(before: string, after = ''): ArPlural {
  const form = (text: string) => `${before}${text}${after}`;
  return counted([form('لا شيء'), form('ورقة واحدة'), form('ورقتين'), form('{n} أوراق'), form('{n} ورقة')]);
}

export const ar: Record<keyof typeof en, ArMessage> = {
  'spades.hand': 'جولة {n}',
  'spades.drafted': 'السحب {n}',
  'spades.broken': 'انكسرت البستوني',
  'spades.nil': 'نِل',
  'spades.double_nil': 'دبل نِل',
  'spades.bags': counted(['بلا أكياس', 'كيس واحد', 'كيسان', '{n} أكياس', '{n} كيسًا']),

  'spades.call.keep': 'أبقاها',
  'spades.call.decline': 'ردّها',
  'spades.call.exchange': counted(['لم يبدّل', 'بدّل واحدة', 'بدّل اثنتين', 'بدّل {n}', 'بدّل {n}']),
  'spades.call.bid': 'طلب {n}',

  'spades.status.double_nil.me': 'قبل ورقتك الأولى: دبل نِل؟',
  'spades.status.double_nil': '{name} يُسأل عن دبل نِل',
  'spades.status.draft.me': 'تبقي هذه الورقة أم تردّها؟',
  'spades.status.draft': '{name} ينظر في ورقة',
  'spades.status.exchange.me': 'بدّل حتى ثلاث أوراق',
  'spades.status.exchange': '{name} له أن يبدّل أوراقًا',
  'spades.status.bid.me': 'كم لمّة ستأخذ؟',
  'spades.status.bid': '{name} يفكّر في طلبه',
  'spades.status.nil': 'نِل: لا تأخذ أي لمّة',
  'spades.status.nil_lost': 'ضاع النِل',
  'spades.need': tricks('تحتاج إلى '),
  'spades.made': 'تمّ طلبك، وكل لمّة بعده كيس',
  'spades.made.bags': counted([
    'تمّ طلبك',
    'تمّ طلبك ومعه كيس',
    'تمّ طلبك ومعه كيسان',
    'تمّ طلبك ومعه {n} أكياس',
    'تمّ طلبك ومعه {n} كيسًا',
  ]),

  'spades.double_nil.title': 'دبل نِل؟',
  'spades.double_nil.help': 'لا لمّة واحدة، تعلنها قبل أن ترى أي ورقة.',
  'spades.double_nil.draw': 'اسحب ورقتك الأولى',
  'spades.double_nil.draw.help': 'وتطلب لاحقًا وفي يدك ثلاث عشرة.',
  'spades.double_nil.pays': 'إن صمدت: {made}. وإن أخذت لمّة: {missed}.',
  'spades.draft.title': 'السحب',
  'spades.draft.turn': 'ورقتك {n}',
  'spades.draft.keep': 'أبقِها',
  'spades.draft.keep.help': 'والتالية تُرمى مقلوبة لا يراها أحد.',
  'spades.draft.decline': 'ردّها',
  'spades.draft.decline.help': 'وعليك أن تأخذ التالية.',
  'spades.draft.looked': 'الورقة التي تراها: {card}',
  'spades.draft.seen': 'رددت:',
  'spades.draft.none_seen': 'لم تردّ شيئًا بعد.',
  'spades.draft.wait': '{name} ينظر في ورقة.',
  'spades.exchange.title': 'التبديل',
  'spades.exchange.help': 'اضغط ثلاث أوراق على الأكثر، ويأتيك بدلها من المرمي بلا ترتيب.',
  'spades.exchange.none': 'لا أبدّل',
  'spades.exchange.do': cards('بدّل '),
  'spades.bid.title': 'طلبك',
  'spades.bid.open': 'أنت تطلب أولًا.',
  'spades.bid.other': '{name}: طلب {n}',
  'spades.bid.other_nil': 'طلب {name} نِل',
  'spades.bid.other_double': '{name} يلعب دبل نِل',
  'spades.bid.sum': 'المجموع {n} من {=13}',
  'spades.bid.choose': 'اختر رقمًا',
  'spades.bid.say': 'اطلب {n}',
  'spades.bid.say_nil': 'اطلب نِل: بلا لمّات',
  'spades.bid.pays': 'إن تمّ {made} وإلا {missed}',
  'spades.stock': 'الباقي',
  'spades.discards': 'المرمي',

  'spades.say.dealt': 'الجولة {n}. يسحب {name} أولًا.',
  'spades.say.double_nil_declared': '{name} يعلن دبل نِل.',
  'spades.say.kept': '{name} يبقي الورقة.',
  'spades.say.declined': '{name} يردّ الورقة.',
  'spades.say.exchanged': cards('{name} يبدّل ', '.'),
  'spades.say.bid': tricks('{name} يطلب ', '.'),
  'spades.say.bid_nil': '{name} يطلب نِل.',
  'spades.say.broken': 'انكسرت البستوني.',
  'spades.say.trick': '{name} يأخذ اللمّة: {cards}.',
  'spades.say.over': 'انتهت اللعبة.',

  'line.spades.bid': 'طلب تمّ',
  'line.spades.failed': 'طلب لم يتمّ',
  'line.spades.bags': 'أكياس',
  'line.spades.bag_penalty': 'عشرة أكياس',
  'line.spades.nil': 'نِل',
  'line.spades.nil_failed': 'نِل لم يتمّ',
  'line.spades.double_nil': 'دبل نِل',
  'line.spades.double_nil_failed': 'دبل نِل لم يتمّ',
  'spades.result.did': 'أخذ {took} وطلب {said}',
  'spades.result.legend': 'المأخوذ/المطلوب، نقاط الجولة، المجموع. اضغط الصف للتفصيل.',
  'spades.bags.carried': 'أكياس مُرحّلة',
  'spades.moment.double_nil': 'دبل نِل',
  'spades.moment.double_nil.text': 'أُعلن قبل رؤية الورق، ولم تؤخذ لمّة واحدة!',
};
