// Everyday English that links how people ask to how columns are named. Nothing here comes from any one schema.

/** Words that say nothing about what is asked for. */
export const STOP_WORDS: ReadonlySet<string> = words(`
  a an the and or nor but of for to in on at by as from with without into onto over under per via between among than
  then that this these those there here it its they them their his her him he she we us our you your i me my mine one
  ones is are was were be been being am do does did done has have had having can could will would shall should may might
  must not no yes if so such each every all any both either neither some same other others another else also only just
  more most less least very too much many few how what which who whom whose when where why please want wants need needs
  like know let get gets got see tell show list find give return display provide report retrieve fetch compute
  calculate determine identify select print describe output look about up out off down during before after above below
  while because until again whether either various different distinct unique
  according based using use used respective respectively corresponding along together associated related
  including include includes exactly ever still now well back within through across against
  don doesn didn isn aren wasn weren t s d ll re ve m`);

/** Words that ask for a sum or an order more often than for a column of that name: what they hit counts little. */
export const FAINT_WORDS: ReadonlySet<string> = words(`
  number count total sum average mean maximum minimum max min highest lowest top bottom first last order ordered sort
  sorted ascending descending alphabetical alphabetically group grouped value values amount record records entry entries
  information info detail details data item items thing things kind result results greater equal
  greatest fewest larger smaller higher lower percentage percent ratio difference
  name names id ids belong belongs contain contains exist exists have`);

/** Forms that rules for endings do not reach. */
export const IRREGULAR: ReadonlyMap<string, string> = pairs(`
  people person, persons person, men man, women woman, children child, feet foot, mice mouse, geese goose, teeth tooth,
  wives wife, lives life, leaves leaf, halves half, indices index, indexes index, matrices matrix, criteria criterion,
  phenomena phenomenon, media medium, taught teach, bought buy, sold sell, paid pay, won win, lost lose, ran run,
  wrote write, written write, sang sing, sung sing, went go, gone go, made make, held hold, built build, sent send,
  spent spend, left leave, met meet, took take, taken take, gave give, given give, began begin, begun begin, drove drive,
  driven drive, flew fly, flown fly, grew grow, grown grow, knew know, known know, born birth, died death, dead death,
  dies death, die death, led lead, fought fight, shot shoot, spoke speak, spoken speak, chose choose, chosen choose,
  ate eat, eaten eat, drank drink, slept sleep, kept keep, brought bring, caught catch, thought think, found find,
  lent lend, owed owe, rose rise, risen rise, fell fall, fallen fall, swam swim, older old, oldest old, elder old,
  eldest old, younger young, youngest young, taller tall, tallest tall, heavier heavy, heaviest heavy, bigger big,
  biggest big, larger large, largest large, smallest small, smaller small, cheapest cheap, cheaper cheap, longest long,
  longer long, shortest short, shorter short, fastest fast, faster fast, slowest slow, slower slow, earliest early,
  earlier early, latest late, later late, newest new, newer new, richest rich, richer rich, poorest poor,
  nearest near, closest close, furthest far, farthest far, lightest light, lighter light, busiest busy, deepest deep,
  widest wide, strongest strong, hottest hot, coldest cold, better good, best good, worse bad, worst bad`);

/** Words of one meaning, or nearly. */
export const SYNONYMS: readonly (readonly string[])[] = lines(`
  customer client buyer purchaser shopper consumer patron guest
  employee staff worker personnel
  employer company
  company firm business corporation organization organisation enterprise
  manager supervisor boss head director
  student pupil learner
  teacher instructor professor lecturer tutor faculty educator
  course class subject
  school college university institution academy
  doctor physician clinician
  patient case
  hospital clinic
  drug medicine medication
  disease illness condition diagnosis disorder
  movie film picture
  actor cast performer
  author writer
  book title publication
  song track music
  singer vocalist artist musician
  band group
  album record
  show program programme series
  car vehicle automobile auto
  bicycle bike
  plane aircraft airplane
  ship vessel boat
  airline carrier
  airport terminal
  flight trip
  trip journey travel ride
  station stop
  country nation
  nationality citizenship country nation
  city town municipality
  state province
  county district
  region area zone territory
  location place site venue position
  address location street residence
  zip postal postcode postalcode
  phone telephone mobile cell cellphone
  email mail
  website url web site page link
  street road avenue
  building house property
  home house residence
  house apartment flat property
  room chamber
  person people individual human
  man male
  woman female
  gender sex
  spouse husband wife partner
  parent mother father
  child kid son daughter
  friend buddy
  age old
  birthday birthdate birth dob
  birth born
  height tall
  weight heavy mass
  length long duration
  duration length time
  width wide
  depth deep
  speed velocity
  size big large dimension
  surface area
  distance far
  price cost charge fee amount
  cost expense price expenditure
  expensive price cost
  cheap price cost
  pay salary wage compensation earnings income
  payment pay transaction
  earn earnings salary income
  income revenue earnings
  revenue sales income turnover
  profit gain margin
  bonus award
  sale sell sold
  buy purchase acquire order
  order purchase
  invoice bill receipt
  product item good merchandise article
  store shop outlet retailer
  supplier vendor provider
  vendor seller
  seller merchant
  brand make manufacturer maker
  maker manufacturer producer make
  model version
  stock inventory
  warehouse depot storage
  delivery shipment shipping
  category type kind class genre group
  type kind sort
  genre style
  description detail summary
  title name
  label name
  surname last family
  forename first given
  nickname alias
  quantity amount number count volume
  number count
  amount sum total
  percentage percent ratio rate share proportion
  score point mark grade rating
  grade mark score level
  rating review rank score
  review comment feedback
  rank ranking position standing
  level grade tier
  popular popularity
  date day time when
  year annual
  month monthly
  week weekly
  day daily
  hour hourly
  time hour clock
  start begin open commence from
  end finish close stop complete
  create created made
  update modify change
  found establish founded
  open opening launch
  arrive arrival come
  depart departure leave
  origin source departure
  destination arrival target
  source origin from
  sender from
  receiver recipient to
  status state condition
  active current enabled
  current present
  former previous past
  permanent fixed
  temporary interim
  result outcome
  winner champion win victory
  loser lose defeat
  win victory
  game match play
  match game fixture
  team club squad side
  player athlete sportsman
  competition tournament contest championship event
  tournament tourney
  competitor contestant participant contender
  participant attendee member
  race contest
  season year
  goal score
  coach trainer
  stadium arena ground venue
  attendance audience attend
  capacity seat hold
  visitor guest tourist
  visit visited tour
  member membership
  user account customer
  account balance
  bank branch
  loan credit debt
  transaction transfer payment
  currency money
  money cash wealth worth
  rich wealth worth
  budget fund
  donation contribution gift
  tax duty
  insurance policy
  claim request
  contract agreement
  agreement deal
  crime offense offence incident
  accident crash incident
  victim casualty
  death kill dead die
  kill killed
  injure injury hurt wounded
  war battle conflict fight
  soldier army military troop
  government administration
  president leader head
  leader head chief
  politician representative
  election vote poll
  vote ballot
  party political
  law rule regulation legislation
  language tongue speak
  speak language
  religion faith
  population inhabitants people resident
  inhabitant resident citizen
  continent mainland
  mountain peak summit
  river stream
  lake water
  elevation altitude height
  temperature degree hot cold
  weather climate
  rain precipitation
  animal pet
  pet animal
  dog puppy
  breed species kind
  species kind
  food meal dish
  dish meal
  restaurant diner eatery
  recipe ingredient
  drink beverage
  wine grape
  farm agriculture
  document file paper
  paper article publication
  article publication post
  journal magazine
  newspaper paper
  conference meeting
  meeting appointment
  appointment booking reservation
  reservation booking book
  reserve book
  ticket admission
  hotel accommodation lodging inn
  room accommodation
  project program
  task job assignment activity
  job position occupation role profession work
  role position function
  position job post
  department division unit section
  major program degree
  degree program qualification
  enroll register enrolment enrollment registration attend
  register registration signup
  graduate graduation
  advisor adviser mentor
  assign assignment allocate
  hire recruit employ
  hired employed start
  train training railway
  bus coach
  engine motor
  power horsepower
  fuel gas gasoline petrol
  mileage mpg
  phone device
  computer machine pc
  software application program app
  network internet
  message text
  message mail
  post publish
  tag label keyword
  comment remark note
  note remark
  photo picture image
  image picture
  video clip film
  channel station network
  broadcast air
  episode part
  writer written wrote
  direct director directed
  produce producer production
  publish publisher release
  release launch issue
  version release edition
  theme topic subject
  topic subject
  question query
  answer reply response
  problem issue fault
  issue problem ticket
  error fault failure
  reason cause
  method way mode
  equipment tool device
  part component piece
  material substance
  color colour
  shape form
  feature attribute characteristic
  property attribute
  treatment therapy procedure
  test exam examination
  exam test quiz
  laboratory lab
  symptom sign
  blood plasma
  gene dna
  molecule compound
  element atom
  star planet
  legal law
  court judge
  lawyer attorney
  police officer
  officer official
  agent representative
  broker agent
  owner own possess
  own possess have
  host hostess
  guide leader
  conductor maestro
  perform performance
  concert performance
  art artwork painting
  painting artwork picture
  museum gallery
  exhibition exhibit
  sculpture statue
  library archive
  borrow loan
  club society association
  service maintenance
  repair fix maintenance
  inspection check
  park garden
  sport game
  toy game
  gift present
  hand handed
  official formal
  native local
  foreign abroad international
  independent independence
  expectancy expected
  original initial
  final last end
  full complete whole
  part partial
  available availability
  cancel cancelled
  approve approval
  reject denial
  allow permit
  permit license licence
  license licence
  password credential
  login signin
  subscription plan
  discount reduction rebate
  coupon voucher
  refund return
  tip gratuity
  debit withdrawal
  deposit saving
  card creditcard
  holder owner
  trade exchange
  share stock
  customer account
  symbol ticker
  index indicator
  measure metric
  record entry
  list catalog catalogue
  map chart
  plan schedule
  schedule timetable calendar
  shift turn
  route path line
  line row
  gate door
  floor level storey
  bedroom bed
  bathroom bath`);

/** What a word of a question asks about: `old` of an age, `when` of a date. Not the other way round. */
export const HINTS: ReadonlyMap<string, readonly string[]> = new Map(
  lines(`
  old age birth date year
  young age birth date year
  tall height
  heavy weight
  light weight
  big size area population
  large size area population
  small size area population
  short length height duration
  long length duration
  expensive price cost
  cheap price cost
  rich worth income wealth
  poor income
  fast speed time
  slow speed time
  early date time year
  late date time year
  recent date time year
  new date year
  near distance location
  close distance
  far distance
  hot temperature
  cold temperature
  popular popularity rating vote
  when date time year
  where location place city country address
  who name person
  whom name
  live address city country residence
  reside address city
  born birth date place
  birth date year
  sing singer song
  teach teacher
  study student course major
  drive driver
  fly flight airline
  own owner
  work employee job
  earn salary income earnings
  pay payment salary price
  cost price
  sell sale price
  buy purchase order
  write author writer
  direct director
  manage manager
  hire employee
  treat treatment
  visit visitor
  play player game
  win winner
  lose loser
  coach team
  own property
  spoken language
  speak language
  call phone
  email address
  male gender sex
  female gender sex
  man gender sex
  woman gender sex
  married marital spouse
  weigh weight
  full complete
  capital city
  monthly month
  yearly year
  annual year
  today date
  yesterday date
  month date
  year date
  day date
  january date month
  february date month
  march date month
  april date month
  june date month
  july date month
  august date month
  september date month
  october date month
  november date month
  december date month
  monday day date
  tuesday day date
  wednesday day date
  thursday day date
  friday day date
  saturday day date
  sunday day date`).map(([word = '', ...asked]) => [word, asked] as const),
);

/** Short forms that columns are named by. */
export const SHORT_FORMS: readonly (readonly [string, string])[] = [
  ...pairs(`
  abbrev abbreviation, abbr abbreviation, acc account, acct account, addr address, adr address, amt amount,
  apt apartment, approx approximate, arr arrival, attr attribute, auth authorization, avg average, bal balance, bdate birthdate, bldg building,
  bday birthday, cat category, cd code, cert certificate, cnt count, co company, col column, conf conference, cont continent,
  coord coordinate, corp corporation, cred credit, ctry country, curr currency, cust customer, dep departure,
  dept department, desc description, dest destination, dev development, diff difference, dim dimension, dir director,
  dist distance, distr district, dob birthdate, doc document, dt date, dur duration, emp employee, eng engine,
  env environment, est established, exp expense, ext extension, fk key, fname firstname, freq frequency, fy year,
  geo geography, gov government, grp group, hosp hospital, hp horsepower, hr hour, ht height, img image, info information,
  ins insurance, intl international, inv invoice, lang language, lat latitude, lbl label, len length, lname lastname,
  loc location, lng longitude, lon longitude, lvl level, manuf manufacturer, max maximum, med medicine, mfr manufacturer,
  mgr manager, min minimum, mo month, msg message, mth month, nat nationality, nbr number, nm name, no number,
  num number, obj object, ord order, org organization, orig origin, pct percent, perc percentage, perf performance,
  pers person, pk key, pos position, pop population, pref preference, prev previous, proc procedure, prod product, prof professor,
  prog program, proj project, prop property, prov province, pts points, pwd password, qty quantity, qtr quarter, rec record,
  ref reference, reg region, rel relation, req request, res result, resp response, rev revenue, rm room, sal salary,
  sched schedule, sec section, seq sequence, sn number, spec specification, src source, ssn security, st state,
  stat statistics, std standard, stmt statement, str street, stu student, subj subject, sup supplier, svc service,
  temp temperature, tel telephone, tm team, trans transaction, treat treatment, ts timestamp, txn transaction, typ type, univ university,
  upd updated, usr user, val value, vol volume, wt weight, yr year, yrs year`),
];

function words(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/));
}

function pairs(text: string): Map<string, string> {
  return new Map(
    text
      .split(',')
      .map((pair) => pair.trim().split(/\s+/))
      .map(([from = '', to = '']) => [from, to] as const),
  );
}

function lines(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
}
