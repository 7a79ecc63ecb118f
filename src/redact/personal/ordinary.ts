/**
 * Words that are names of people, of machines and of things alike. Taken out of every sentence, a user called "will"
 * or "chip" would leave pages that nobody can read; such a name counts only where it stands as a user's.
 */

/** Names that many machines share, so that they say nothing about a person. */
const shared =
  "__tests__ admin administrator agent anonymous apps build builder ci circleci claude codespace daemon " +
  "data demo deploy dev developer docker ec2-user git github gitpod guest home jenkins jovyan linuxbrew local liveuser " +
  "login main myuser name node nobody oracle owner postgres project projects public python root runner sandbox server " +
  "service shared site someone someuser student sysadmin system team temp test tester testuser tmp ubuntu user users " +
  "username vagrant vscode web webapp worker workspace www-data your-name your-username yourname yourusername";

const people =
  "amber angel april archer ariel aspen august aurora autumn bailey banks barb basil bear berry bill bishop blair blake " +
  "blue bolt bond booth brad bram brand brandy breeze brett brick bridge brook brooke brooks buck bud bunny burton carol " +
  "carter case cash chance chandler charity chase cherry chester chip chuck clay cliff cody cole colt cook cooper coral " +
  "cricket crystal cross daisy dale dame dash dawn dean dell destiny dick dixie dolly dot dove drake drew duke dusty earl " +
  "eden ember eric faith fern field finch fisher fletcher flint flora forest fox francis frank gale gary gene ginger glen " +
  "grace grant green guy hank harmony harper harry haven hawk hazel heath heather herb holly homer honey hope hunt hunter " +
  "iris ivory jack jade jake jasmine jasper java jean jerry jersey jewel jimmy john jolly jordan josh joy judge june " +
  "juniper king kitty lake lance lane laurel lily link london love luna madge major maple marina mark mars mason max " +
  "melody mercy mike miles mill miller misty moss myrtle nick noble norm olive opal page paige paris park parker patience " +
  "patty pearl penny pepper peter phoenix piper pierce pike plum polly poppy porter price prince pearl queen rain randy " +
  "raven ray red reed rich river robin rocky rose rowan royal ruby russell rusty ruth sage sally sandy sawyer scarlet " +
  "scout shade shepherd sierra sierra skip sky slate smith sonny spencer star sterling stone storm summer sunny taylor " +
  "terry tiger tina toby todd tommy trip troy tucker turner tyler victor violet wade walker wally ward warren wayne webb " +
  "west wells wesley wills willow winter wolf wood woody wren young";

const words =
  "able about above access account across action active actor adapter after again agents align alias alert alike alive " +
  "alone along alpha also always amount anchor animal answer apple area argument array arrow asset atom audio author auto " +
  "average away back badge bake ball band bank base bash basic batch beam beans beat become before begin behind being bell " +
  "below best beta better between beyond bind binary bird black blank blob block blog board boat body bone book boot border " +
  "both bottom bound boxes brain branch brave bread break brief bright bring broad broken browser brush bubble bucket " +
  "buffer bugs bulk bundle burst button bytes cache cake call camera canvas capital card care cargo cast catch cause cell " +
  "center chain chair change channel chapter char chat cheap check child choice chunk circle city class clean clear click " +
  "client clock clone close cloud code coder cold color column come command comment commit common compile config console " +
  "content context control cool copy core corner cost could count course cover craft crash create crew cron cube current " +
  "cursor custom cycle daily dark dashboard date debug deck deep default delay delta depth design desk detail device dial " +
  "dialog dict diff digit direct disk display document does dogs done door double down draft draw dream drive drop dump " +
  "each early earth east easy echo edge edit editor effect eight either else email empty enable endpoint engine enough enter " +
  "entry enum equal error even event ever every exact example except exec exit expert export extra fact fail fair fall false " +
  "family farm fast father fault feature feed feel fetch file fill film filter final find fine finish fire first fish five " +
  "fixed flag flat float floor flow fold folder follow font food foot force fork form format forward found four frame free " +
  "fresh friend from front full function future gain game gate general ghost give glass global goal gold gone good graph " +
  "gray great grid group grow guard guide hack hacker half hand handle happy hard hash have head heading health heap heart " +
  "heat heavy height hello help here hidden high hint history hold hole hook horse host hour house html http huge human icon " +
  "idea image import index info init inner input insert inside install integer into invoice iron island issue item jobs join " +
  "json jump just keep kernel keys kind know label lamp land language large last late later launch layer layout lead leaf " +
  "lean learn least leave left legal length less letter level library life lift light like lime limit line lines linux lion " +
  "list listen lite little live load lock logic logs long look loop lost loud lower luck lunch mach machine macro magic mail " +
  "make manager many margin market master match math matrix maybe mean media meet member memory menu merge message meta " +
  "method middle might mind mini minor mint minute mirror miss mixed mobile mock mode model modern module moment money " +
  "monitor month moon more most mother mount mouse move movie much music must names native nature near neat need nest net " +
  "network never news next nice night nine none north note notes nothing notify novel number object ocean offset often " +
  "older once only open option order origin other outer output over pack package pager paint pair panel paper parent parse " +
  "part party pass past patch path pattern pause peer people perfect phase phone photo pick picture piece pilot pine ping " +
  "pink pipe pixel place plain plan planet plant plate play player please plot plugin plus pocket point pool port portal " +
  "position post power press pretty print private problem process profile program proof proxy prune pull pulse pure push " +
  "query quest queue quick quiet quit quote radio raise random range rank rate rather read reader ready real reason record " +
  "reduce release remote render repo report request reset rest result return right ring road robot rock role roll room " +
  "round route router rule rules safe sale same sample sand save scale scan schema school science scope score screen script " +
  "search second secret section secure seed seek select self sell send sense series session seven several shape share sharp " +
  "shell shift ship shop short should show side sign signal silver simple since single sink size skill slack sleep slice " +
  "slide slim slot slow small smart smile smoke snow social socket soft solid some song sort sound source south space spark " +
  "speak spec speed split spot spring sprint square stack staff stage staging stand start state static stats status steel " +
  "step stick still stop store story stream street string strong studio study stuff style such sugar suite super support " +
  "sure surface swap sweet swift switch symbol sync table tail take talk target task teacher tech tell temple term terminal " +
  "text than that them theme then there these they thing think third this those thread three through ticket tide tile time " +
  "timer tiny title today token told tool tools topic total touch tower town track trade trail train trap travel tree trial " +
  "true trust truth type under union unit unix until upper urban used useful utils valid value vault vector verify version " +
  "very video view viewer virtual vision voice void volume wait walk wall want warm warning watch water wave weather week " +
  "well were wheel when where which while white whole wide widget width wild will wind window wine wing wire wish with word " +
  "work world would wrap write writer wrong yaml year yellow your zero zone zoom";

const sharedNames = new Set(shared.split(" "));
const ordinary = new Set(`${people} ${words}`.split(" "));

export const isSharedName = (name: string): boolean => sharedNames.has(name.toLowerCase());
export const isOrdinaryWord = (name: string): boolean => ordinary.has(name.toLowerCase());
