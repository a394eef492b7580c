import type { ArMessage } from './message';
import type { en } from './shell.en';

export const ar: Record<keyof typeof en, ArMessage> = {
  'net.lost': 'انقطع الاتصال. نحاول من جديد…',
};
