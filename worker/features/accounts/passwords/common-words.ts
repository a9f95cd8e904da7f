// The 2,500 most common passwords of four to seven letters and nothing else, from the list that common-passwords.ts is from.
const COMMON = `
qwerty dragon monkey letmein shadow master michael mustang pussy fuckyou jordan qazwsx killer hunter harley zxcvbnm
asdfgh buster andrew batman soccer tigger charlie robert thomas fuckme ranger daniel hockey george jessica asshole
pepper klaster zxcvbn freedom joshua maggie pass ginger fuck amanda ashley love cheese nicole summer matthew chelsea
dallas biteme matrix william yankees taylor austin access martin heather thunder merlin secret diamond hello anthony
hammer fucker silver gfhjkm justin patrick richard bailey golfer scooter test orange cookie jackson sparky mickey
phoenix bigdog snoopy guitar chicken morgan andrea camaro peanut ferrari cowboy falcon welcome samsung sexy joseph
smokey dakota melissa arsenal boomer eagles tigers marina nascar booboo gateway porsche yellow monster spider diablo
hannah bulldog junior london purple compaq lakers iceman cowboys money banana boston brandon tennis johnny miller coffee
scooby edward nikita mother yamaha brandy barney chester fuckoff oliver charles player knight forever steven rangers
chicago redsox badboy angel please fender chris jasper james slayer rabbit natasha rachel bigdick marine wizard raiders
prince casper fishing flower crystal jasmine panties iwantu adidas winner winter gandalf enter ghbdtn angela mike golden
lauren winston madison angels blowme panther sexsex bigtits spanky bitch shannon sophie johnson david horny toyota tiger
murphy dick canada blowjob muffin cooper apples jackie dennis black john sandra pokemon carlos qazxsw qwaszx nathan
butter rainbow razz newyork gemini cameron florida turtle viking booger wilson sierra doctor rocket victor captain
bandit jaguar packers pookie peaches asdf blue dolphin helpme tucker theman tiffany maxwell jeremy debbie albert maddog
lovers monica alex united giants nirvana hotdog rosebud warrior stupid suckit success jackass bonnie alexis porn lucky
jason scorpio samson azerty freddy driver willie calvin sydney gators dexter bubba golf voodoo happy arthur trouble
america nissan gunner rebecca stella gordon jessie parker fucking apollo jack eminem legend beavis august bear apple
skippy buddy qwert kitten magic shelby beaver phantom fred nothing asdasd xavier braves travis copper tomcat qweqwe
girls bigboy green power animal police online voyager fish sniper trinity walter blazer heaven lover playboy bubbles
loveme hooters cricket marvin willow donkey topgun saturn family gabriel destiny pumpkin digital sergey chance private
therock runner tits beatles fire cassie celtic broncos andrey nelson donald scott eclipse cartman fluffy louise testing
little samuel birdie steve cherry pantera sharon gibson vampire mexico peter buffalo montana genius beer flyers maximus
school lovely stalker doggie carter spencer speedy barbara sabrina carmen marcus bronco yankee friends dreams magnum
horses cool goober member qwertyu enigma scotty pimpin brian cock surfer sammy genesis dave star baby racing friend
hawaii billy viper october vanessa poopoo boobies stanley walker bitches paul stephen simple alaska badger action jake
bill denise jester drummer forest diesel rock friday kevin mark gregory pamela frank hotrod chevy douglas google badass
shorty tester thumper hitman mozart general reddog boobs music lizard melanie ruslan vincent eagle sweet teresa olivia
porno buddha spirit frankie antonio liberty natalie mercury naruto suzuki king popcorn spooky marley system claudia
kelly free kitty vikings death leslie rascal qweasd jimmy loveyou hummer allison rocky patches russia adrian jupiter
penguin cumshot howard passion honda vfhbyf andre sandman homer bastard raider assman sucker fantasy horney domino
ironman disney norman bishop francis brutus ford redrum brooke bigred jeffrey jesus karina marines digger ireland oksana
fireman cougar college shit alicia russell houston monday bradley cunt sarah nigger justice super tinker duncan dancer
avalon everton reggie molly timothy hentai claire madonna eugene ducati kermit indian connor galore smooth house titanic
boogie simpson arizona saints georgia asdfg accord matt baxter denver christ yfnfif slut smith stinky zachary roland
naughty chopper brenda extreme water skyline poop zombie froggy pirate fylhtq vision awesome alyssa dreamer bullet
empire wolf kirill people penis elvis skipper nemesis simon alison arnold daddy psycho danger mookie wanker manutd tommy
hobbes vegeta goblue burton picard bobby windows vfrcbv victory bambam turkey serega tweety hiphop galina rooster polina
berlin suckme taurus ronald avatar mine raptor maksim spring brazil eric bigcock newport hard kenneth hendrix madmax
england alpha sublime britney france bigman classic lincoln ronaldo wombat raymond brother kristen pandora devils simone
holiday wildcat horse kramer caesar alabama carrie bondage sports pickle leather shaggy chronic flowers robbie admin
gracie amber perfect kodiak katana sunset crazy good maria anna snowman phpbb garcia detroit wolves pontiac candy vagina
gundam panzer outlaw time pretty fisher connie honey trevor redhead hardon nastya cobra savage service sasha michele
dude lickme white miranda flash harvey oscar strike freddie beauty adam jeff bigmac duke clinton bowling jenny natali
future jones wallace apache rulez pyramid dodgers girl whynot fuckit teens morris trooper cancer packard lucifer popeye
weasel raven stewart tanner blonde sandy viktor manager cheryl norton control wutang julian atlanta pimp spike looking
casino paris mouse lennon theone hawkeye hacker lisa dustin elaine nfnmzyf sailor catfish maxima tattoo barbie light
design pervert machine herman rocks trucks nipples roscoe tornado jerry lights bubble madman orlando pegasus target
laura philip browns eatme stefan cannon dilbert baller winnie katie shooter xfiles qazqaz lesbian street seattle corona
amateur cthutq prelude beach malibu freaky integra pussies dragons iloveu unicorn regina stealth kristin tony peewee
openup bobcat stacey newton student young enjoy trigger zaqwsx lolita athena shotgun coyote bruins dollar country joker
lestat hottie smiley potter random sweety woody chipper snake samurai video gizmo maddie valerie flipper express powers
cessna teacher goldie moose polaris piglet cookies elena hjvfirf ladies fatboy scully father single wicked daisy fetish
foobar castle tickle bunny pepsi balls transam dfvgbh impala sunday booty ronnie jasmin ryan gambit toshiba lancer texas
hooker knicks roberto stinger benson squirt trucker nick redneck alfred blaster siemens shelly manson subaru ibanez
blondie casey swinger reaper minnie mylove harry galaxy lindsay dudley farmer gloria special travel bigone sugar smoke
skeeter fucked indiana great ficken freeman curtis smitty marino joanne bigfoot escort babes check larisa trumpet
tristan spartan babylon asdfghj sister valera stormy paladin andreas hamlet mister rusty seven indigo hornet skater
jerome pierre wonder toronto rose indians karate julie hesoyam charger sweetie holland chiefs buckeye aurora hotsex
griffin brandi redman passwor monika maiden leonard bernie brown garden storm autumn linda millie jungle pencil tomtom
insane pizza timber mariah audrey hamster aragorn pioneer techno catdog lollol triumph sidney fktrctq none sophia island
hobbit blabla erotic aaron pascal sampson justme marion stones chrissy tyler nadine marie goforit burger pitbull kelsey
spartak german karen kissme hunting kaiser martha colors artist harold bass italia sammie mario nicolas virgin pebbles
emerald callie doggy irina racecar germany goddess change wesley nipple basket joejoe holly poison zipper alpine shirley
element huskers marcel eddie danny christy pussys sakura chichi inside dirty nicola blackie omega watson rommel nikki
caserta trojan philips sergio nugget tarzan bassman warren trixie chicks cream webster help sherry manuel dodger anakin
bobbob bomber michel madness loser yvonne fatcat global ybrbnf energy desire soldier bianca sexual warlock martina babe
andrei larry peace westham harris hector naked ladybug network bernard weed tintin chuck home history bluesky sherman
logan january onelove cotton sunny archie holden whore brianna vfvjxrf titans lindsey singer truck smile party missy
hansolo angelo joanna natalia beagle phillip panama smiles juice qawsed inferno moon connect snatch flatron turbo rocker
emily blessed snakes dominic joey forget finger beetle jamaica alberto mulder jamie susan head passat plastic spunky
suck long whiskey monitor cactus ripper spyder markus planet teen patton exigen sticky waters sluts nolimit daniela
abigail katrina trunks andy assass always diana deedee april speed japan mission pickles million sailing freak holmes
delta yomama darren rubber newman faster cumming bertha memphis sylvia open maurice olga jumper unreal geheim rodney
nylons pentium legion shalom kennedy brooks movie dodge dream graham sprite curious pacific loulou funtime philly ferret
niners orion milton cantona kingdom stars africa office boeing gilbert abgrtyu pirates sheila french sweets palmer
monique foster irish jackoff biscuit drizzt camera fossil moomoo tracey isabel martini salmon shasta jersey maniac
snapper nasty solomon patriot jacob shaved asdzxc dillon gerald twister ricardo cjkywt clayton crimson serena oxford
maxmax denis flight condor silvia biggie maxine ravens teddy colleen bruce wolfman sharks cosmos velvet butt keeper
foxtrot garrett damien anton sesame banshee cats dogs sunrise rick ghost western grendel sucks roxanne privet legolas
frog felix marlin stone herbert lvbnhbq carrot blades frosty helena brownie groovy penny butler coolio daytona licker
peanuts pikachu trains mollie jericho hershey strider lobster grace bird bottom ninja murray kansas shogun goblin search
neptune ball darwin amadeus suzanne oldman bruno showme henry getsome muscle obiwan support rfrfirf gold whitney shark
maestro anal danni tanker english tarheel fighter thanks capital newlife anubis gothic chaos blues cindy sabine roman
preston princes brendan slick evelyn python richie tequila boss cody devil clover delete mirage blood surfing bentley
potato baggins review porter chubby sooners buffy buck tina derrick harmony fusion dima mature malcolm allen mary
buttons safety dagger moscow swallow byteme stimpy lucas turner iverson lester liquid cracker misty nymets robin bigguy
mobile tazman greg nimrod newpass miami bugger marco volume masters monroe miguel doodle collins powder archer gotcha
battle dublin janice charly photos knights short nookie milano stuart damian grizzly camille scruffy brasil latino
poopie lorenzo bananas thegame hell world gerard picasso walnut kolobok wisdom trance parrot quality blade pink auburn
eatshit dorothy dusty engine gorilla wheels tamara postal luther carlo cassidy oakland osiris dumbass ping bridge bingo
bender annie dookie sally megaman racerx rjntyjr sirius firefly julia madrid terry griffey women phoebe weezer violet
ledzep randy gangsta ghjcnj paradox loving vertigo carson sergei shiloh sobaka buffett aliens sadie chucky bonjour jazz
josh sinner stevie jeep trebor finish dark luke sprint shazam lady celica scarlet hoover sommer frances hotboy cynthia
bond formula rebels elwood melvin kiss bollox lexmark claude rockon duck tacoma romeo wookie prodigy tempest vfhecz
flames bang kitkat mystery server molson incubus smoker window rescue carpet lawyer megan juan celeste melinda lucy
wright jimbob golfing kenny roger bobbie xanadu tardis hearts dixie pooper shaman imagine janine kenwood dogg garbage
topper roberts lizzie ashton elliott oracle sheena chloe mallard analsex shemale mikey asterix faith monkeys jimbo
cooler gillian yourmom sleepy gremlin printer hudson stud birdman aussie esther defiant polo anime tatyana jackal
frogger bridget wayne tobias blondes donnie katrin weather parola photo account israel shaolin noodles celine willy
willis forgot hallo mandy rogers palace santos ohyeah magnus laurie amazon kisses queen ludwig fatass assfuck nellie
putter broken nopass letsgo bryan bones tatiana camel champs massive camelot bosco deanna gizmodo spidey aezakmi mypass
roller active pooh payton lonely smokin astros atomic mason marian vanilla unknown temple marvel beckham kaktus myself
sooner blacky aggies scream picture judith iforgot kasper cxfcnmt bangkok shitty eduard vader jammer painter primus
veritas ernest kristi slappy valley pete hitler clancy spankme granny avenger satan husker scrappy simba falcons dylan
harder smudge melody timmy elijah center darling throat stuff fatman krishna sanchez pancho gator pacman vulcan bush
lemons alice boner keith odessa barkley method kelley sara punkin celtics space bennett lick flyboy hamburg asian carol
tricky boat anders billie life drago blake hermes jesse goose vivian annette homerun dead forrest carolyn topcat hayden
vectra grover goodbye cuddles bossman horndog gary telefon dawg ivanov durango peugeot franco kyle plumber bell rbhbkk
pauline exigent laguna bowler leopard strong theking redbull alan pics beast breeze topdog dance dalton fuckers hungry
reality gjkbyf speaker shelley writer loveit kingpin nokia night anarchy herbie blacks content desert fitness brando
bohica tractor drake bull hidden kicker labtec napass bart amelia tuesday caitlin muppet terror legacy farside bella
matilda ramona jrcfyf camels oakley latin double sabbath chang homers striker looker fallen azamat iguana moloko javier
vette daniil command rhonda studio pistol miles skiing franky stoner conrad select tanya houses boris puppy elliot
charmed vladik maynard puppies zidane eileen crash moneys tyrone funny nevada kotenok mystic budman church carlton
rafael bone stick rookie panda laptop today jennie triton river trojans zvezda central dale filter jethro snow gustav
ivan escape hawk igor shane lespaul butch cutter splash oilers randall cash nofear cupcake momoney gbpltw bigger belinda
svetik possum metal moocow bethany babyboy firefox bogdan ccbill soleil vipers marilyn tdutybq juliet leader madden
russian sabina chase coolman babies skinny zaphod verona bacon noodle rebel doobie deadman attack vortex killme dogman
gopher danila reagan cancel torres freaks azsxdc sassy donna dracula play poncho boots engage deskjet hammers tight
justine ralph fabian lewis marissa oregon bubbas sinatra hilton mailman dawson cthulhu mighty grandma ready sterlin
cartoon summit tolkien bicycle blow beverly breast lickit kathy meghan capone jenna julius wendy bryant helen nancy
hailey chair bowser kathryn fernand eleven rockets demon davis iloveyo traffic saint redhot sonic miracle gofish pilot
rugby mayday aikido nina conner cutlass tree thekid titties sweden polska danie gang market scotch lansing elvira bloody
sexx hustler anfield coke smut catman rush bonita tracy sony fast cheers tinman airbus peters china santana hayley
station gabrie scottie orioles saun fortuna dfkthbz rustam warlord retard fatima ultima kong rotten betty grumpy oranges
asdfjkl boxing xtreme denali selena zxcasd huskies wilbur kristy bikini thor mayhem sultan figaro sixers sparta running
models mojo cancun marlene tammy chewie hope feet crunch bigbird mellon bigtime fashion piccolo fabie rovers sandro
jarhead armani miriam hansen natural sport bizkit sayang charli rfhbyf utopia camilla coconut govols emerson memory jedi
cosmo cruise giant ricky dragoon giorgi packer illini davids zaqxsw pedro sticks revenge exodus reebok chanel cabbage
goku wally beaner quincy greens tomato toby chief adriana deborah down cooter eeyore movies dana creamy adult poodle
tsunami knopka bogart corrado volley orgasm whisper flying first walleye hopper sean twisted chaser memorex jensen
science frisco dong jose zorro romance shania rereirf sausage milana tasha vfvekz profit zenith fugazi junebug clemson
tootsie comics vfczyz werner aspire condom cocks rachael gringo rich becky canon alien harper stocks marcos clapton
roberta coleman fubar theresa koshka tundra vitalik arjay gmoney bigsexy ingrid pillow fingers samiam dean candle nobody
better drew boob easy bears sparkle johanna everest rfrnec wolfie surf fart marisa voyeur baddog brad jazzman dicks tool
temp cheetah slacker steele wood barsik valeria deniska fright kirsten vfksirf kume kenshin bootie cyclone monty balloon
maxell dildo rupert milena bonsai lion vernon slider lillian admiral cecilia stolen albion boys midget fuckin nikola
hithere damnit dinamo cheng calico duchess scratch powell stefano fortune nyjets artemis fiesta felicia fletch jerkoff
goliath rambler malaka tekken carrera marc fritz ramses shado duster spank wibble alibaba keywest sword bristol hooter
tara rctybz sanders faggot krista presto nguyen fowler buttman spurs carl pompey trident viagra kipper angie guest
garage heidi mattie slutty isaiah steeler pooter divine emma clipper charley macross oleg seamus swimmer jokers chico
solnce erik kimber guiness pussie mathew nature matador sparks typhoon hank retired subway slave ivanova ghetto florian
vermont tang ktyjxrf lolipop spears yzerman magick cinder shearer pupsik dfkthf allsop city grapes pippen belle chad
venus dammit barry caveman critter skydive renault onlyme murder jayhawk hotshot caramel kinky theboss fuckher train
trout ding feather credit depeche seeker respect crysis direct animals cyclops chivas team beanie helloo cunts phil
fishes kill juggalo frozen quattro usmc java wassup rosie pornos cohiba floppy alucard deacon heart tabitha kickass
vietnam kendall pearl safari gonzo klingon rain looser goalie damage maureen west dawn cigars facial malina silence
samara fang cruiser vector
`;

/** In lower case. */
export const commonWords = () => COMMON.trim().split(/\s+/);
