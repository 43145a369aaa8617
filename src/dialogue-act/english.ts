import { ENGLISH_PHRASES } from './english-phrases.js';
import type { ActLexicon } from './lexicon.js';

/** Entries in a text, in the notation of ActLexicon. */
function list(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Gives every spelling of the list the same canonical words. */
function spelled(canonical: string, ...variants: readonly string[]): Record<string, string> {
  return Object.fromEntries(variants.map((variant) => [variant, canonical]));
}

/** English as it is typed into chats. */
export const ENGLISH: ActLexicon = {
  signs: { '👍': 'yes', '✅': 'yes', '👌': 'yes', '👎': 'no', '❌': 'no', '🚫': 'no', '&': 'and' },
  spellings: {
    ...spelled('yes', 'yeah', 'yep', 'yup', 'yea', 'yess', 'yse', 'yeh', 'yah', 'ya', 'yas', 'aye', 'y', 'affirmative'),
    ...spelled('yes', 'si', 'yay', 'ye', 'yus', "yes'", 'eys', 'uhuh', 'yessir', 'positive'),
    ...spelled('yes please', 'yesplease', 'yesplesae', 'yespls', 'yesplz', 'yplease'),
    ...spelled('no', 'nope', 'nah', 'nay', 'n', 'negative', 'noo', 'nop', 'na', 'naw'),
    ...spelled('okay', 'ok', 'okey', 'oki', 'okie', 'okk', 'k', 'kk', 'oky', 'okeydokey', 'okily', 'o.k'),
    ...spelled('right', 'righto', 'righty', 'rite'),
    ...spelled('alright', 'allright', 'aight', 'alrighty'),
    ...spelled('please', 'pls', 'plz', 'plese', 'pleas', 'plaese', 'plesae', 'pleae', 'plase'),
    ...spelled('thanks', 'thx', 'thnx', 'thanx', 'tx', 'tks', 'ty'),
    ...spelled('thank you', 'thankyou', 'thankyu'),
    ...spelled('sure', 'shure', 'surely'),
    ...spelled('that', 'tht', 'thta', 'taht'),
    ...spelled('that is', 'thats', 'thas', 'thatis', 'tahts', 'thst'),
    ...spelled('do not', 'dont', 'dnt'),
    ...spelled('can not', 'cant', 'cannot', "can't"),
    ...spelled('will not', 'wont', "won't"),
    ...spelled('is not', 'isnt', "ain't", 'aint'),
    ...spelled('does not', 'doesnt'),
    ...spelled('did not', 'didnt'),
    ...spelled('let us', 'lets', "let's"),
    ...spelled('what is', 'whats'),
    ...spelled('where is', 'wheres'),
    ...spelled('how is', 'hows'),
    ...spelled('who is', 'whos'),
    ...spelled('it is', "it's", "'tis", 'tis'),
    ...spelled('i am', 'im'),
    ...spelled('i would', "i'd"),
    ...spelled('you are', 'youre'),
    ...spelled('that will', 'thatll'),
    ...spelled('want to', 'wanna'),
    ...spelled('going to', 'gonna', 'gunna'),
    ...spelled('give me', 'gimme'),
    ...spelled('let me', 'lemme'),
    ...spelled('never mind', 'nevermind', 'nvm'),
    ...spelled('you', 'u'),
    ...spelled('are', 'r'),
    ...spelled('because', 'cuz', 'cos', "'cuz"),
    ...spelled('asap', 'a.s.a.p'),
    ...spelled('authorize', 'authorise'),
    ...spelled('finalize', 'finalise'),
    ...spelled('them', "'em", 'em'),
    ...spelled("o'clock", 'oclock'),
  },
  contractions: [
    ["n't", 'not'],
    ["'s", 'is'],
    ["'d", 'would'],
    ["'ll", 'will'],
    ["'re", 'are'],
    ["'ve", 'have'],
    ["'m", 'am'],
  ],
  forgivenWords: list(`
      please correct perfect confirm confirmed exactly absolutely definitely sounds`),
  abbreviations: list(`
      dr mr mrs ms st vs jr ave approx etc`),
  sets: {
    subject: list(`
      that this it these those everything they all_that all_this all_of_that all_of_it that_all this_all
      those_details these_details the_details all_the_details all_details all the_information that_information
      that_one this_one all_of_this all_the_details_you_have details all_of_the_details all_that_information
      all_of_the_information all_details_you_have the_details_you_have the_booking the_reservation the_order
      i_think_that i_think_it`),
    be: list(`
      is are will_be would_be should_be sounds sound looks look seems seem appears seems_to_be feels`),
    seeming: ['is', 'are', 'sounds', 'sound', 'looks', 'look', 'seems', 'seem', 'all_sounds', 'all_looks'],
    modal: ['will', 'would', 'should', 'shall', 'does', 'all'],
    very: list(`
      just all exactly absolutely perfectly really very so quite about totally completely definitely certainly
      indeed pretty entirely also super simply always actually only truly still sure much surely more_than now
      well most`),
    good: list(`
      correct right fine good great perfect okay accurate true wonderful excellent lovely awesome amazing
      fantastic nice ideal confirmed approved acceptable exact cool alright splendid terrific brilliant spot_on
      sweet super fabulous superb neat`),
    for: list(`
      to_me for_me with_me by_me for_us with_us to_us to_go enough to_proceed further now then too please thanks
      thank_you asap right_now as_well right_away immediately on_my_behalf as_it_is so already at_once
      beautifully`),
    all: ['all', 'all_of', 'everything'],
    pronoun: ['it', 'that', 'this', 'them', 'these', 'those', 'so', 'all', 'everything'],
    object: list(`
      it that this them these those so all everything all_that all_of_that and_book the_booking the_reservation
      the_order the_appointment the_payment the_tickets the_ticket my_tickets my_booking my_reservation my_order
      the_details the_room the_table the_ride the_flight the_movie the_song the_request my_request my_ride
      those_tickets these_tickets the_same this_arrangement`),
    thing: list(`
      booking reservation order appointment payment purchase transfer call request process music song movie
      tickets ticket ride room table flight action transaction`),
    wanted: list(`
      want need said wanted needed would_like asked_for am_looking_for had_in_mind meant like was_looking_for
      would_want would_need prefer requested`),
    polite: list(`
      please kindly just so then now and also yes okay thanks`),
    go: list(`
      go_ahead proceed continue carry_on confirm go_ahead_with proceed_with go_ahead_and_book go_ahead_and_confirm
      go_ahead_and_reserve go_ahead_and_do proceed_to_book go_ahead_and_proceed`),
    act: list(`
      book reserve order buy purchase submit schedule play send transfer pay do complete finalize process place
      execute confirm approve go_ahead_and_book get`),
    bother: list(`
      bother do book want proceed continue confirm send submit cancel worry play`),
    really: ['really', 'actually', 'even'],
    desire: ['like', 'love', 'prefer', 'want', 'need', 'rather', 'wish'],
    doing: ['doing', 'going', 'today'],
    lead: list(`
      please ohh oh wait no okay well sorry actually can could you we i let_us also then would like_to need_to
      want_to and yes hey ah oops just now`),
    fact: list(`
      address number phone phone_number contact price cost rating details name location contact_number genre
      director telephone information website total_cost total_price reviews fee duration status balance_due total`),
  },
  phrases: ENGLISH_PHRASES,
  words: {
    reservation: list(`
      done quit finished bye
      but except unless however although though instead rather prefer actually hold hang cancel stop change
      changed switch modify update edit remove add another different other earlier later sooner cheaper bigger
      smaller maybe perhaps unsure doubt mistake wrong incorrect correction provided assuming otherwise guess
      suppose reset restart without only possible possibly move include faster quicker closer larger yet replace
      reschedule amend forget no`),
    statementReservation: list(`
      not if first want need like wish should must make ensure plus extra check upgrade needs require before until
      wait`),
    imperative: list(`
      play cast book reserve get put use take add include send set schedule give keep buy make change turn
      activate enable disable remove find search look try check go pick choose select switch show stream watch
      start order note leave transfer pay move deliver ship call drop bring see`),
    glue: list(`
      the a an it that this me my for please to and i you we us now is are be of so just then thanks thank our
      will do them with in on at`),
    countOwner: list(`
      this that the which what any another new right other no my every each a some good best is same`),
    negation: list(`
      not no without off never neither none disable deactivate remove`),
    weekday: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
    month: list(`
      january february march april may june july august september october november december`),
    morning: ['morning', 'am'],
    evening: ['afternoon', 'evening', 'night', 'pm', 'tonight'],
    relativeDay: ['today', 'tomorrow', 'tonight', 'yesterday'],
    inquiryReservation: ['first', 'before'],
    contrast: ['but', 'however'],
    subject: list(`
      i we you he she they it this that there my our his her`),
    command: list(`
      confirm proceed continue ahead on with book do`),
    answer: ['yes', 'okay', 'sure', 'alright', 'confirmed', 'agreed'],
    modal: ['can', 'could', 'may', 'might', 'will', 'would', 'should', 'shall'],
    courtesy: list(`
      please also just kindly now first then possibly maybe even`),
    clauseOpener: [',', 'because', 'so', 'and'],
    wishOpener: list(`
      for at on in from to with without the a an only just it that`),
    refusalLeadIn: list(`
      oh actually sorry wait well hmm ah i am but and so um you know what okay yes alright`),
    politeRequest: ['please'],
    factUnit: list(`
      year years star stars stop stops transfer transfers layover layovers minutes connection connections hours
      miles reviews`),
    answering: list(`
      tell give provide share show check confirm let explain find text remind get describe repeat say look`),
    finding: list(`
      know ask have get see find expect bring take`),
  },
};
