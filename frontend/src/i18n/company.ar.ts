import type { en } from './company.en';
import type { ArMessage } from './message';

export const ar: Record<keyof typeof en, ArMessage> = {
  'people.title': 'من على الطاولة',
  'people.plays': 'يلعب',
  'people.away': 'غائب',
  'people.driven': 'الكمبيوتر ينوب عنه',
  'people.left': 'غادر، والكمبيوتر يلعب مكانه',
  'people.computer': 'كمبيوتر',
  'people.you': 'أنت',
  'people.host': 'المضيف',
  'people.kick.sure': 'تُخرج {name}؟ سيلعب الكمبيوتر مكانه، ولن يعود {name} إلى هذه الطاولة.',
  'people.bot': 'أعطِ المقعد للكمبيوتر',
  'people.bot.sure': 'تعطي المقعد للكمبيوتر نهائيًا؟ لن يستطيع {name} استرداده بعد ذلك.',
  'people.watchers': 'يتفرّج: {n}',
  'seat.manage': 'ما يستطيعه المضيف',

  'watch.label': 'تتفرّج',
  'watch.from': 'تتفرّج من جهة {name}',
  'watch.left': 'غادرت، والكمبيوتر يلعب مكانك.',

  'fair.later': 'للمتفرّج أن يتحقّق من التوزيع بعد نهاية اللعبة.',

  'hands.title': 'أوراق الجولة {n}',
  'hands.show': 'اكشف أوراق الجولة {n}',
  'hands.help': 'المس جولة لترى أوراق الجميع.',
  'hands.back': 'إلى ورقة النقاط',
  'hands.loading': 'تُكشف الأوراق…',
  'hands.missing': 'أوراق هذه الجولة لم تُكشف بعد.',
  'hands.of': 'أوراق {name}',
  'hands.stock': 'المخزن',
  'hands.tricks': 'لمّة بعد لمّة',
  'hands.trick': 'اللمّة {n}',
  'hands.thrown': 'أُلغي قبلها: التوزيع {n}',
};
