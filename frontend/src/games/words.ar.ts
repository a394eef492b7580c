import type { ArMessage } from '../i18n/message';
import type { en } from './words.en';

export const ar: Record<keyof typeof en, ArMessage> = {
  'team.0': 'فريق الشمس',
  'team.1': 'فريق القمر',
  'team.2': 'فريق النخلة',
  'team.total': '{team}: {n}',
  'team.mine': 'فريقك',

  'pick.full': {
    by: 'n',
    zero: 'لا شيء هنا.',
    one: 'ورقة واحدة لا أكثر.',
    two: 'ورقتان لا أكثر.',
    few: '{n} أوراق لا أكثر.',
    many: '{n} ورقة لا أكثر.',
    other: '{n} ورقة لا أكثر.',
  },
  'pick.chosen': 'اخترت {picked}',

  'play.lead.me': 'دورك: ابدأ بأي ورقة',
  'play.follow.me': 'دورك: اتبع {suit}',
  'play.any.me': 'دورك: العب أي ورقة',
  'play.turn': 'الدور على {name}',
  'play.over': 'انتهت اللعبة',
  'play.made': 'تمّ',

  'no.not_a_plain_card': '{card} من الطرنيب، والطرنيب لا يُرمى.',
  'no.must_keep': '{card} لا بدّ أن تبقى في اللعب.',
  'no.must_discard': '{card} تُرمى أيضًا: كل ورقة عادية قبل الطرنيب.',
  'no.duplicate_card': 'ذُكرت {card} مرتين.',
  'no.wrong_count': 'من {low} إلى {high} من الأوراق.',
  'no.wrong_phase': 'ليس هذا وقتها.',
  'no.bad_action': 'هذه الحركة ناقصة ({field}).',

  'title.winner': 'الفائز',
  'title.winners': 'الفائزون',
};
