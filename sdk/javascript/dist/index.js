import { createRequire } from "node:module"; const require = createRequire(import.meta.url);
var __create=Object.create;var __defProp=Object.defineProperty;var __getOwnPropDesc=Object.getOwnPropertyDescriptor;var __getOwnPropNames=Object.getOwnPropertyNames;var __getProtoOf=Object.getPrototypeOf,__hasOwnProp=Object.prototype.hasOwnProperty;var __require=(x=>typeof require<"u"?require:typeof Proxy<"u"?new Proxy(x,{get:(a,b)=>(typeof require<"u"?require:a)[b]}):
x)(function(x){if(typeof require<"u")return require.apply(this,arguments);throw Error('Dynamic require of "'+x+'" is not\
 supported')});var __commonJS=(cb,mod)=>function(){try{return mod||(0,cb[__getOwnPropNames(cb)[0]])((mod={exports:{}}).exports,mod),mod.
exports}catch(e){throw mod=0,e}};var __copyProps=(to,from,except,desc)=>{if(from&&typeof from=="object"||typeof from=="function")for(let key of __getOwnPropNames(
from))!__hasOwnProp.call(to,key)&&key!==except&&__defProp(to,key,{get:()=>from[key],enumerable:!(desc=__getOwnPropDesc(from,
key))||desc.enumerable});return to};var __toESM=(mod,isNodeMode,target)=>(target=mod!=null?__create(__getProtoOf(mod)):{},__copyProps(isNodeMode||!mod||!mod.
__esModule?__defProp(target,"default",{value:mod,enumerable:!0}):target,mod));var require_constants=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/constants.js"(exports){"use strict";Object.
defineProperty(exports,"__esModule",{value:!0});exports.DEFAULT_MAX_RECEIVE_MESSAGE_LENGTH=exports.DEFAULT_MAX_SEND_MESSAGE_LENGTH=
exports.Propagate=exports.LogVerbosity=exports.Status=void 0;var Status;(function(Status2){Status2[Status2.OK=0]="OK",Status2[Status2.
CANCELLED=1]="CANCELLED",Status2[Status2.UNKNOWN=2]="UNKNOWN",Status2[Status2.INVALID_ARGUMENT=3]="INVALID_ARGUMENT",Status2[Status2.
DEADLINE_EXCEEDED=4]="DEADLINE_EXCEEDED",Status2[Status2.NOT_FOUND=5]="NOT_FOUND",Status2[Status2.ALREADY_EXISTS=6]="ALR\
EADY_EXISTS",Status2[Status2.PERMISSION_DENIED=7]="PERMISSION_DENIED",Status2[Status2.RESOURCE_EXHAUSTED=8]="RESOURCE_EX\
HAUSTED",Status2[Status2.FAILED_PRECONDITION=9]="FAILED_PRECONDITION",Status2[Status2.ABORTED=10]="ABORTED",Status2[Status2.
OUT_OF_RANGE=11]="OUT_OF_RANGE",Status2[Status2.UNIMPLEMENTED=12]="UNIMPLEMENTED",Status2[Status2.INTERNAL=13]="INTERNAL",
Status2[Status2.UNAVAILABLE=14]="UNAVAILABLE",Status2[Status2.DATA_LOSS=15]="DATA_LOSS",Status2[Status2.UNAUTHENTICATED=
16]="UNAUTHENTICATED"})(Status||(exports.Status=Status={}));var LogVerbosity;(function(LogVerbosity2){LogVerbosity2[LogVerbosity2.
DEBUG=0]="DEBUG",LogVerbosity2[LogVerbosity2.INFO=1]="INFO",LogVerbosity2[LogVerbosity2.ERROR=2]="ERROR",LogVerbosity2[LogVerbosity2.
NONE=3]="NONE"})(LogVerbosity||(exports.LogVerbosity=LogVerbosity={}));var Propagate;(function(Propagate2){Propagate2[Propagate2.
DEADLINE=1]="DEADLINE",Propagate2[Propagate2.CENSUS_STATS_CONTEXT=2]="CENSUS_STATS_CONTEXT",Propagate2[Propagate2.CENSUS_TRACING_CONTEXT=
4]="CENSUS_TRACING_CONTEXT",Propagate2[Propagate2.CANCELLATION=8]="CANCELLATION",Propagate2[Propagate2.DEFAULTS=65535]="\
DEFAULTS"})(Propagate||(exports.Propagate=Propagate={}));exports.DEFAULT_MAX_SEND_MESSAGE_LENGTH=-1;exports.DEFAULT_MAX_RECEIVE_MESSAGE_LENGTH=
4*1024*1024}});var require_package=__commonJS({"../../node_modules/@grpc/grpc-js/package.json"(exports,module){module.exports={name:"@g\
rpc/grpc-js",version:"1.14.7",description:"gRPC Library for Node - pure JS implementation",homepage:"https://grpc.io/",repository:"\
https://github.com/grpc/grpc-node/tree/master/packages/grpc-js",main:"build/src/index.js",engines:{node:">=12.10.0"},keywords:[],
author:{name:"Google Inc."},types:"build/src/index.d.ts",license:"Apache-2.0",devDependencies:{"@grpc/proto-loader":"fil\
e:../proto-loader","@types/gulp":"^4.0.17","@types/gulp-mocha":"0.0.37","@types/lodash":"^4.14.202","@types/mocha":"^10.\
0.6","@types/ncp":"^2.0.8","@types/node":">=20.11.20","@types/pify":"^5.0.4","@types/semver":"^7.5.8","@typescript-eslin\
t/eslint-plugin":"^7.1.0","@typescript-eslint/parser":"^7.1.0","@typescript-eslint/typescript-estree":"^7.1.0","clang-fo\
rmat":"^1.8.0",eslint:"^8.42.0","eslint-config-prettier":"^8.8.0","eslint-plugin-node":"^11.1.0","eslint-plugin-prettier":"\
^4.2.1",execa:"^2.0.3",gulp:"^4.0.2","gulp-mocha":"^6.0.0",lodash:"^4.17.21",madge:"^5.0.1","mocha-jenkins-reporter":"^0\
.4.1",ncp:"^2.0.0",pify:"^4.0.1",prettier:"^2.8.8",rimraf:"^3.0.2",semver:"^7.6.0","ts-node":"^10.9.2",typescript:"^5.3.\
3"},contributors:[{name:"Google Inc."}],scripts:{build:"npm run compile",clean:"rimraf ./build",compile:"tsc -p .",format:'\
clang-format -i -style="{Language: JavaScript, BasedOnStyle: Google, ColumnLimit: 80}" src/*.ts test/*.ts',lint:"eslint \
src/*.ts test/*.ts",prepare:"npm run copy-protos && npm run generate-types && npm run generate-test-types && npm run com\
pile",test:"gulp test",check:"npm run lint",fix:"eslint --fix src/*.ts test/*.ts",pretest:"npm run generate-types && npm\
 run generate-test-types && npm run compile",posttest:"npm run check && madge -c ./build/src","generate-types":"proto-lo\
ader-gen-types --keepCase --longs String --enums String --defaults --oneofs --includeComments --includeDirs proto/ --inc\
lude-dirs proto/ proto/xds/ proto/protoc-gen-validate/ -O src/generated/ --grpcLib ../index channelz.proto xds/service/o\
rca/v3/orca.proto","generate-test-types":"proto-loader-gen-types --keepCase --longs String --enums String --defaults --o\
neofs --includeComments --include-dirs test/fixtures/ -O test/generated/ --grpcLib ../../src/index test_service.proto ec\
ho_service.proto","copy-protos":"node ./copy-protos"},dependencies:{"@grpc/proto-loader":"^0.8.0","@js-sdsl/ordered-map":"\
^4.4.2"},files:["src/**/*.ts","build/src/**/*.{js,d.ts,js.map}","proto/**/*.proto","proto/**/LICENSE","LICENSE","deps/en\
voy-api/envoy/api/v2/**/*.proto","deps/envoy-api/envoy/config/**/*.proto","deps/envoy-api/envoy/service/**/*.proto","dep\
s/envoy-api/envoy/type/**/*.proto","deps/udpa/udpa/**/*.proto","deps/googleapis/google/api/*.proto","deps/googleapis/goo\
gle/rpc/*.proto","deps/protoc-gen-validate/validate/**/*.proto"]}}});var require_logging=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/logging.js"(exports){"use strict";var _a,_b,
_c,_d;Object.defineProperty(exports,"__esModule",{value:!0});exports.log=exports.setLoggerVerbosity=exports.setLogger=exports.
getLogger=void 0;exports.trace=trace;exports.isTracerEnabled=isTracerEnabled;var constants_1=require_constants(),process_1=__require("process"),
clientVersion=require_package().version,DEFAULT_LOGGER={error:(message,...optionalParams)=>{console.error("E "+message,...optionalParams)},
info:(message,...optionalParams)=>{console.error("I "+message,...optionalParams)},debug:(message,...optionalParams)=>{console.
error("D "+message,...optionalParams)}},_logger=DEFAULT_LOGGER,_logVerbosity=constants_1.LogVerbosity.ERROR,verbosityString=(_b=
(_a=process.env.GRPC_NODE_VERBOSITY)!==null&&_a!==void 0?_a:process.env.GRPC_VERBOSITY)!==null&&_b!==void 0?_b:"";switch(verbosityString.
toUpperCase()){case"DEBUG":_logVerbosity=constants_1.LogVerbosity.DEBUG;break;case"INFO":_logVerbosity=constants_1.LogVerbosity.
INFO;break;case"ERROR":_logVerbosity=constants_1.LogVerbosity.ERROR;break;case"NONE":_logVerbosity=constants_1.LogVerbosity.
NONE;break;default:}var getLogger=()=>_logger;exports.getLogger=getLogger;var setLogger=logger=>{_logger=logger};exports.
setLogger=setLogger;var setLoggerVerbosity=verbosity=>{_logVerbosity=verbosity};exports.setLoggerVerbosity=setLoggerVerbosity;
var log=(severity,...args)=>{let logFunction;if(severity>=_logVerbosity){switch(severity){case constants_1.LogVerbosity.
DEBUG:logFunction=_logger.debug;break;case constants_1.LogVerbosity.INFO:logFunction=_logger.info;break;case constants_1.
LogVerbosity.ERROR:logFunction=_logger.error;break}logFunction||(logFunction=_logger.error),logFunction&&logFunction.bind(
_logger)(...args)}};exports.log=log;var tracersString=(_d=(_c=process.env.GRPC_NODE_TRACE)!==null&&_c!==void 0?_c:process.
env.GRPC_TRACE)!==null&&_d!==void 0?_d:"",enabledTracers=new Set,disabledTracers=new Set;for(let tracerName of tracersString.
split(","))tracerName.length!==0&&(tracerName.startsWith("-")?disabledTracers.add(tracerName.substring(1)):enabledTracers.
add(tracerName));var allEnabled=enabledTracers.has("all"),anyTracerEnabled=allEnabled||enabledTracers.size>0;function trace(severity,tracer,text){
isTracerEnabled(tracer)&&(0,exports.log)(severity,new Date().toISOString()+" | v"+clientVersion+" "+process_1.pid+" | "+
tracer+" | "+text)}function isTracerEnabled(tracer){return anyTracerEnabled?!disabledTracers.has(tracer)&&(allEnabled||enabledTracers.
has(tracer)):!1}}});var require_error=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/error.js"(exports){"use strict";Object.defineProperty(
exports,"__esModule",{value:!0});exports.getErrorMessage=getErrorMessage;exports.getErrorCode=getErrorCode;function getErrorMessage(error){
return error instanceof Error?error.message:String(error)}function getErrorCode(error){return typeof error=="object"&&error!==
null&&"code"in error&&typeof error.code=="number"?error.code:null}}});var require_metadata=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/metadata.js"(exports){"use strict";Object.defineProperty(
exports,"__esModule",{value:!0});exports.Metadata=void 0;var logging_1=require_logging(),constants_1=require_constants(),
error_1=require_error(),LEGAL_KEY_REGEX=/^[:0-9a-z_.-]+$/,LEGAL_NON_BINARY_VALUE_REGEX=/^[ -~]*$/;function isLegalKey(key){
return LEGAL_KEY_REGEX.test(key)}function isLegalNonBinaryValue(value){return LEGAL_NON_BINARY_VALUE_REGEX.test(value)}function isBinaryKey(key){
return key.endsWith("-bin")}function isCustomMetadata(key){return!key.startsWith("grpc-")}function normalizeKey(key){return key.
toLowerCase()}function validate(key,value){if(!isLegalKey(key))throw new Error('Metadata key "'+key+'" contains illegal \
characters');if(value!=null)if(isBinaryKey(key)){if(!Buffer.isBuffer(value))throw new Error("keys that end with '-bin' m\
ust have Buffer values")}else{if(Buffer.isBuffer(value))throw new Error("keys that don't end with '-bin' must have Strin\
g values");if(!isLegalNonBinaryValue(value))throw new Error('Metadata string value "'+value+'" contains illegal characte\
rs')}}var Metadata=class _Metadata{constructor(options={}){this.internalRepr=new Map,this.options=options}set(key,value){
key=normalizeKey(key),validate(key,value),this.internalRepr.set(key,[value])}add(key,value){key=normalizeKey(key),validate(
key,value);let existingValue=this.internalRepr.get(key);existingValue===void 0?this.internalRepr.set(key,[value]):existingValue.
push(value)}remove(key){key=normalizeKey(key),this.internalRepr.delete(key)}get(key){return key=normalizeKey(key),this.internalRepr.
get(key)||[]}getMap(){let result={};for(let[key,values]of this.internalRepr)if(values.length>0){let v=values[0];result[key]=
Buffer.isBuffer(v)?Buffer.from(v):v}return result}clone(){let newMetadata=new _Metadata(this.options),newInternalRepr=newMetadata.
internalRepr;for(let[key,value]of this.internalRepr){let clonedValue=value.map(v=>Buffer.isBuffer(v)?Buffer.from(v):v);newInternalRepr.
set(key,clonedValue)}return newMetadata}merge(other){for(let[key,values]of other.internalRepr){let mergedValue=(this.internalRepr.
get(key)||[]).concat(values);this.internalRepr.set(key,mergedValue)}}setOptions(options){this.options=options}getOptions(){
return this.options}toHttp2Headers(){let result={};for(let[key,values]of this.internalRepr)key.startsWith(":")||(values.
length===1?result[key]=bufToString(values[0]):result[key]=values.map(bufToString));return result}toJSON(){let result={};
for(let[key,values]of this.internalRepr)result[key]=values;return result}setOpaque(key,value){this.opaqueData||(this.opaqueData=
new Map),this.opaqueData.set(key,value)}getOpaque(key){var _a;return(_a=this.opaqueData)===null||_a===void 0?void 0:_a.get(
key)}static fromHttp2Headers(headers){let result=new _Metadata;for(let key of Object.keys(headers)){if(key.charAt(0)==="\
:")continue;let values=headers[key];try{isBinaryKey(key)?Array.isArray(values)?values.forEach(value=>{result.add(key,Buffer.
from(value,"base64"))}):values!==void 0&&(isCustomMetadata(key)?values.split(",").forEach(v=>{result.add(key,Buffer.from(
v.trim(),"base64"))}):result.add(key,Buffer.from(values,"base64"))):Array.isArray(values)?values.forEach(value=>{result.
add(key,value)}):values!==void 0&&result.add(key,values)}catch(error){let message=`Failed to add metadata entry ${key}: ${values}\
. ${(0,error_1.getErrorMessage)(error)}. For more information see https://github.com/grpc/grpc-node/issues/1173`;(0,logging_1.
log)(constants_1.LogVerbosity.ERROR,message)}}return result}};exports.Metadata=Metadata;var bufToString=val=>Buffer.isBuffer(
val)?val.toString("base64"):val}});var require_call_credentials=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/call-credentials.js"(exports){"use \
strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.CallCredentials=void 0;exports.isEmptyCallCredentials=
isEmptyCallCredentials;var metadata_1=require_metadata();function isCurrentOauth2Client(client){return"getRequestHeaders"in
client&&typeof client.getRequestHeaders=="function"}var CallCredentials=class _CallCredentials{static createFromMetadataGenerator(metadataGenerator){
return new SingleCallCredentials(metadataGenerator)}static createFromGoogleCredential(googleCredentials){return _CallCredentials.
createFromMetadataGenerator((options,callback)=>{let getHeaders;isCurrentOauth2Client(googleCredentials)?getHeaders=googleCredentials.
getRequestHeaders(options.service_url):getHeaders=new Promise((resolve,reject)=>{googleCredentials.getRequestMetadata(options.
service_url,(err,headers)=>{if(err){reject(err);return}if(!headers){reject(new Error("Headers not set by metadata plugin"));
return}resolve(headers)})}),getHeaders.then(headers=>{let metadata=new metadata_1.Metadata;for(let key of Object.keys(headers))
metadata.add(key,headers[key]);callback(null,metadata)},err=>{callback(err)})})}static createEmpty(){return new EmptyCallCredentials}};
exports.CallCredentials=CallCredentials;var ComposedCallCredentials=class _ComposedCallCredentials extends CallCredentials{constructor(creds){
super(),this.creds=creds}async generateMetadata(options){let base=new metadata_1.Metadata,generated=await Promise.all(this.
creds.map(cred=>cred.generateMetadata(options)));for(let gen of generated)base.merge(gen);return base}compose(other){return other instanceof
EmptyCallCredentials?this:new _ComposedCallCredentials(this.creds.concat([other]))}_equals(other){return this===other?!0:
other instanceof _ComposedCallCredentials?this.creds.every((value,index)=>value._equals(other.creds[index])):!1}},SingleCallCredentials=class _SingleCallCredentials extends CallCredentials{constructor(metadataGenerator){
super(),this.metadataGenerator=metadataGenerator}generateMetadata(options){return new Promise((resolve,reject)=>{this.metadataGenerator(
options,(err,metadata)=>{metadata!==void 0?resolve(metadata):reject(err)})})}compose(other){return other instanceof EmptyCallCredentials?
this:new ComposedCallCredentials([this,other])}_equals(other){return this===other?!0:other instanceof _SingleCallCredentials?
this.metadataGenerator===other.metadataGenerator:!1}},EmptyCallCredentials=class _EmptyCallCredentials extends CallCredentials{generateMetadata(options){
return Promise.resolve(new metadata_1.Metadata)}compose(other){return other}_equals(other){return other instanceof _EmptyCallCredentials}};
function isEmptyCallCredentials(callCredentials){return callCredentials instanceof EmptyCallCredentials}}});var require_tls_helpers=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/tls-helpers.js"(exports){"use strict";Object.
defineProperty(exports,"__esModule",{value:!0});exports.CIPHER_SUITES=void 0;exports.getDefaultRootsData=getDefaultRootsData;
var fs=__require("fs");exports.CIPHER_SUITES=process.env.GRPC_SSL_CIPHER_SUITES;var DEFAULT_ROOTS_FILE_PATH=process.env.
GRPC_DEFAULT_SSL_ROOTS_FILE_PATH,defaultRootsData=null;function getDefaultRootsData(){return DEFAULT_ROOTS_FILE_PATH?(defaultRootsData===
null&&(defaultRootsData=fs.readFileSync(DEFAULT_ROOTS_FILE_PATH)),defaultRootsData):null}}});var require_uri_parser=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/uri-parser.js"(exports){"use strict";Object.
defineProperty(exports,"__esModule",{value:!0});exports.parseUri=parseUri;exports.splitHostPort=splitHostPort;exports.combineHostPort=
combineHostPort;exports.uriToString=uriToString;exports.extractServiceName=extractServiceName;exports.computeServiceUrl=
computeServiceUrl;var URI_REGEX=/^(?:([A-Za-z0-9+.-]+):)?(?:\/\/([^/]*)\/)?(.+)$/;function parseUri(uriString){let parsedUri=URI_REGEX.
exec(uriString);return parsedUri===null?null:{scheme:parsedUri[1],authority:parsedUri[2],path:parsedUri[3]}}var NUMBER_REGEX=/^\d+$/;
function splitHostPort(path){if(path.startsWith("[")){let hostEnd=path.indexOf("]");if(hostEnd===-1)return null;let host=path.
substring(1,hostEnd);if(host.indexOf(":")===-1)return null;if(path.length>hostEnd+1)if(path[hostEnd+1]===":"){let portString=path.
substring(hostEnd+2);return NUMBER_REGEX.test(portString)?{host,port:+portString}:null}else return null;else return{host}}else{
let splitPath=path.split(":");return splitPath.length===2?NUMBER_REGEX.test(splitPath[1])?{host:splitPath[0],port:+splitPath[1]}:
null:{host:path}}}function combineHostPort(hostPort){return hostPort.port===void 0?hostPort.host:hostPort.host.includes(
":")?`[${hostPort.host}]:${hostPort.port}`:`${hostPort.host}:${hostPort.port}`}function uriToString(uri){let result="";return uri.
scheme!==void 0&&(result+=uri.scheme+":"),uri.authority!==void 0&&(result+="//"+uri.authority+"/"),result+=uri.path,result}
function extractServiceName(methodName){let firstSlashIndex=methodName.indexOf("/");if(firstSlashIndex===-1)return"";let secondSlashIndex=methodName.
indexOf("/",firstSlashIndex+1);return secondSlashIndex===-1?methodName.substring(firstSlashIndex+1):methodName.substring(
firstSlashIndex+1,secondSlashIndex)}function computeServiceUrl(host,methodName){var _a,_b;let serviceName=extractServiceName(
methodName);return`https://${(_b=(_a=splitHostPort(host))===null||_a===void 0?void 0:_a.host)!==null&&_b!==void 0?_b:"lo\
calhost"}/${serviceName}`}}});var require_resolver=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/resolver.js"(exports){"use strict";Object.defineProperty(
exports,"__esModule",{value:!0});exports.CHANNEL_ARGS_CONFIG_SELECTOR_KEY=void 0;exports.registerResolver=registerResolver;
exports.registerDefaultScheme=registerDefaultScheme;exports.createResolver=createResolver;exports.getDefaultAuthority=getDefaultAuthority;
exports.mapUriDefaultScheme=mapUriDefaultScheme;var uri_parser_1=require_uri_parser();exports.CHANNEL_ARGS_CONFIG_SELECTOR_KEY=
"grpc.internal.config_selector";var registeredResolvers={},defaultScheme=null;function registerResolver(scheme,resolverClass){
registeredResolvers[scheme]=resolverClass}function registerDefaultScheme(scheme){defaultScheme=scheme}function createResolver(target,listener,options){
if(target.scheme!==void 0&&target.scheme in registeredResolvers)return new registeredResolvers[target.scheme](target,listener,
options);throw new Error(`No resolver could be created for target ${(0,uri_parser_1.uriToString)(target)}`)}function getDefaultAuthority(target){
if(target.scheme!==void 0&&target.scheme in registeredResolvers)return registeredResolvers[target.scheme].getDefaultAuthority(
target);throw new Error(`Invalid target ${(0,uri_parser_1.uriToString)(target)}`)}function mapUriDefaultScheme(target){return target.
scheme===void 0||!(target.scheme in registeredResolvers)?defaultScheme!==null?{scheme:defaultScheme,authority:void 0,path:(0,uri_parser_1.
uriToString)(target)}:null:target}}});var require_channel_credentials=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/channel-credentials.js"(exports){
"use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.ChannelCredentials=void 0;exports.createCertificateProviderChannelCredentials=
createCertificateProviderChannelCredentials;var tls_1=__require("tls"),call_credentials_1=require_call_credentials(),tls_helpers_1=require_tls_helpers(),
uri_parser_1=require_uri_parser(),resolver_1=require_resolver(),logging_1=require_logging(),constants_1=require_constants();
function verifyIsBufferOrNull(obj,friendlyName){if(obj&&!(obj instanceof Buffer))throw new TypeError(`${friendlyName}, i\
f provided, must be a Buffer.`)}var ChannelCredentials=class{compose(callCredentials){return new ComposedChannelCredentialsImpl(
this,callCredentials)}static createSsl(rootCerts,privateKey,certChain,verifyOptions){var _a;if(verifyIsBufferOrNull(rootCerts,
"Root certificate"),verifyIsBufferOrNull(privateKey,"Private key"),verifyIsBufferOrNull(certChain,"Certificate chain"),privateKey&&
!certChain)throw new Error("Private key must be given with accompanying certificate chain");if(!privateKey&&certChain)throw new Error(
"Certificate chain must be given with accompanying private key");let secureContext=(0,tls_1.createSecureContext)({ca:(_a=
rootCerts??(0,tls_helpers_1.getDefaultRootsData)())!==null&&_a!==void 0?_a:void 0,key:privateKey??void 0,cert:certChain??
void 0,ciphers:tls_helpers_1.CIPHER_SUITES});return new SecureChannelCredentialsImpl(secureContext,verifyOptions??{})}static createFromSecureContext(secureContext,verifyOptions){
return new SecureChannelCredentialsImpl(secureContext,verifyOptions??{})}static createInsecure(){return new InsecureChannelCredentialsImpl}};
exports.ChannelCredentials=ChannelCredentials;var InsecureChannelCredentialsImpl=class _InsecureChannelCredentialsImpl extends ChannelCredentials{constructor(){
super()}compose(callCredentials){throw new Error("Cannot compose insecure credentials")}_isSecure(){return!1}_equals(other){
return other instanceof _InsecureChannelCredentialsImpl}_createSecureConnector(channelTarget,options,callCredentials){let credentials2=callCredentials??
call_credentials_1.CallCredentials.createEmpty();return{connect(socket){return Promise.resolve({socket,secure:!1})},waitForReady:()=>Promise.
resolve(),getCallCredentials:()=>credentials2,destroy(){}}}};function getConnectionOptions(secureContext,verifyOptions,channelTarget,options){
var _a,_b;let connectionOptions={secureContext},realTarget=channelTarget;if("grpc.http_connect_target"in options){let parsedTarget=(0,uri_parser_1.
parseUri)(options["grpc.http_connect_target"]);parsedTarget&&(realTarget=parsedTarget)}let targetPath=(0,resolver_1.getDefaultAuthority)(
realTarget),hostPort=(0,uri_parser_1.splitHostPort)(targetPath),remoteHost=(_a=hostPort?.host)!==null&&_a!==void 0?_a:targetPath;
if(connectionOptions.host=remoteHost,verifyOptions.checkServerIdentity&&(connectionOptions.checkServerIdentity=verifyOptions.
checkServerIdentity),verifyOptions.rejectUnauthorized!==void 0&&(connectionOptions.rejectUnauthorized=verifyOptions.rejectUnauthorized),
connectionOptions.ALPNProtocols=["h2"],options["grpc.ssl_target_name_override"]){let sslTargetNameOverride=options["grpc\
.ssl_target_name_override"],originalCheckServerIdentity=(_b=connectionOptions.checkServerIdentity)!==null&&_b!==void 0?_b:
tls_1.checkServerIdentity;connectionOptions.checkServerIdentity=(host,cert)=>originalCheckServerIdentity(sslTargetNameOverride,
cert),connectionOptions.servername=sslTargetNameOverride}else connectionOptions.servername=remoteHost;return options["gr\
pc-node.tls_enable_trace"]&&(connectionOptions.enableTrace=!0),connectionOptions}var SecureConnectorImpl=class{constructor(connectionOptions,callCredentials){
this.connectionOptions=connectionOptions,this.callCredentials=callCredentials}connect(socket){let tlsConnectOptions=Object.
assign({socket},this.connectionOptions);return new Promise((resolve,reject)=>{let tlsSocket=(0,tls_1.connect)(tlsConnectOptions,
()=>{var _a;if((!((_a=this.connectionOptions.rejectUnauthorized)!==null&&_a!==void 0)||_a)&&!tlsSocket.authorized){reject(
tlsSocket.authorizationError);return}resolve({socket:tlsSocket,secure:!0})});tlsSocket.on("error",error=>{reject(error)})})}waitForReady(){
return Promise.resolve()}getCallCredentials(){return this.callCredentials}destroy(){}},SecureChannelCredentialsImpl=class _SecureChannelCredentialsImpl extends ChannelCredentials{constructor(secureContext,verifyOptions){
super(),this.secureContext=secureContext,this.verifyOptions=verifyOptions}_isSecure(){return!0}_equals(other){return this===
other?!0:other instanceof _SecureChannelCredentialsImpl?this.secureContext===other.secureContext&&this.verifyOptions.checkServerIdentity===
other.verifyOptions.checkServerIdentity:!1}_createSecureConnector(channelTarget,options,callCredentials){let connectionOptions=getConnectionOptions(
this.secureContext,this.verifyOptions,channelTarget,options);return new SecureConnectorImpl(connectionOptions,callCredentials??
call_credentials_1.CallCredentials.createEmpty())}},CertificateProviderChannelCredentialsImpl=class _CertificateProviderChannelCredentialsImpl extends ChannelCredentials{constructor(caCertificateProvider,identityCertificateProvider,verifyOptions){
super(),this.caCertificateProvider=caCertificateProvider,this.identityCertificateProvider=identityCertificateProvider,this.
verifyOptions=verifyOptions,this.refcount=0,this.latestCaUpdate=void 0,this.latestIdentityUpdate=void 0,this.caCertificateUpdateListener=
this.handleCaCertificateUpdate.bind(this),this.identityCertificateUpdateListener=this.handleIdentityCertitificateUpdate.
bind(this),this.secureContextWatchers=[]}_isSecure(){return!0}_equals(other){var _a,_b;return this===other?!0:other instanceof
_CertificateProviderChannelCredentialsImpl?this.caCertificateProvider===other.caCertificateProvider&&this.identityCertificateProvider===
other.identityCertificateProvider&&((_a=this.verifyOptions)===null||_a===void 0?void 0:_a.checkServerIdentity)===((_b=other.
verifyOptions)===null||_b===void 0?void 0:_b.checkServerIdentity):!1}ref(){var _a;this.refcount===0&&(this.caCertificateProvider.
addCaCertificateListener(this.caCertificateUpdateListener),(_a=this.identityCertificateProvider)===null||_a===void 0||_a.
addIdentityCertificateListener(this.identityCertificateUpdateListener)),this.refcount+=1}unref(){var _a;this.refcount-=1,
this.refcount===0&&(this.caCertificateProvider.removeCaCertificateListener(this.caCertificateUpdateListener),(_a=this.identityCertificateProvider)===
null||_a===void 0||_a.removeIdentityCertificateListener(this.identityCertificateUpdateListener))}_createSecureConnector(channelTarget,options,callCredentials){
return this.ref(),new _CertificateProviderChannelCredentialsImpl.SecureConnectorImpl(this,channelTarget,options,callCredentials??
call_credentials_1.CallCredentials.createEmpty())}maybeUpdateWatchers(){if(this.hasReceivedUpdates()){for(let watcher of this.
secureContextWatchers)watcher(this.getLatestSecureContext());this.secureContextWatchers=[]}}handleCaCertificateUpdate(update){
this.latestCaUpdate=update,this.maybeUpdateWatchers()}handleIdentityCertitificateUpdate(update){this.latestIdentityUpdate=
update,this.maybeUpdateWatchers()}hasReceivedUpdates(){return!(this.latestCaUpdate===void 0||this.identityCertificateProvider&&
this.latestIdentityUpdate===void 0)}getSecureContext(){return this.hasReceivedUpdates()?Promise.resolve(this.getLatestSecureContext()):
new Promise(resolve=>{this.secureContextWatchers.push(resolve)})}getLatestSecureContext(){var _a,_b;if(!this.latestCaUpdate||
this.identityCertificateProvider!==null&&!this.latestIdentityUpdate)return null;try{return(0,tls_1.createSecureContext)(
{ca:this.latestCaUpdate.caCertificate,key:(_a=this.latestIdentityUpdate)===null||_a===void 0?void 0:_a.privateKey,cert:(_b=
this.latestIdentityUpdate)===null||_b===void 0?void 0:_b.certificate,ciphers:tls_helpers_1.CIPHER_SUITES})}catch(e){return(0,logging_1.
log)(constants_1.LogVerbosity.ERROR,"Failed to createSecureContext with error "+e.message),null}}};CertificateProviderChannelCredentialsImpl.
SecureConnectorImpl=class{constructor(parent,channelTarget,options,callCredentials){this.parent=parent,this.channelTarget=
channelTarget,this.options=options,this.callCredentials=callCredentials}connect(socket){return new Promise((resolve,reject)=>{
let secureContext=this.parent.getLatestSecureContext();if(!secureContext){reject(new Error("Failed to load credentials"));
return}socket.closed&&reject(new Error("Socket closed while loading credentials"));let connnectionOptions=getConnectionOptions(
secureContext,this.parent.verifyOptions,this.channelTarget,this.options),tlsConnectOptions=Object.assign({socket},connnectionOptions),
closeCallback=()=>{reject(new Error("Socket closed"))},errorCallback=error=>{reject(error)},tlsSocket=(0,tls_1.connect)(
tlsConnectOptions,()=>{var _a;if(tlsSocket.removeListener("close",closeCallback),tlsSocket.removeListener("error",errorCallback),
(!((_a=this.parent.verifyOptions.rejectUnauthorized)!==null&&_a!==void 0)||_a)&&!tlsSocket.authorized){reject(tlsSocket.
authorizationError);return}resolve({socket:tlsSocket,secure:!0})});tlsSocket.once("close",closeCallback),tlsSocket.once(
"error",errorCallback)})}async waitForReady(){await this.parent.getSecureContext()}getCallCredentials(){return this.callCredentials}destroy(){
this.parent.unref()}};function createCertificateProviderChannelCredentials(caCertificateProvider,identityCertificateProvider,verifyOptions){
return new CertificateProviderChannelCredentialsImpl(caCertificateProvider,identityCertificateProvider,verifyOptions??{})}
var ComposedChannelCredentialsImpl=class _ComposedChannelCredentialsImpl extends ChannelCredentials{constructor(channelCredentials,callCredentials){
if(super(),this.channelCredentials=channelCredentials,this.callCredentials=callCredentials,!channelCredentials._isSecure())
throw new Error("Cannot compose insecure credentials")}compose(callCredentials){let combinedCallCredentials=this.callCredentials.
compose(callCredentials);return new _ComposedChannelCredentialsImpl(this.channelCredentials,combinedCallCredentials)}_isSecure(){
return!0}_equals(other){return this===other?!0:other instanceof _ComposedChannelCredentialsImpl?this.channelCredentials.
_equals(other.channelCredentials)&&this.callCredentials._equals(other.callCredentials):!1}_createSecureConnector(channelTarget,options,callCredentials){
let combinedCallCredentials=this.callCredentials.compose(callCredentials??call_credentials_1.CallCredentials.createEmpty());
return this.channelCredentials._createSecureConnector(channelTarget,options,combinedCallCredentials)}}}});var require_load_balancer=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/load-balancer.js"(exports){"use strict";
Object.defineProperty(exports,"__esModule",{value:!0});exports.createChildChannelControlHelper=createChildChannelControlHelper;
exports.registerLoadBalancerType=registerLoadBalancerType;exports.registerDefaultLoadBalancerType=registerDefaultLoadBalancerType;
exports.createLoadBalancer=createLoadBalancer;exports.isLoadBalancerNameRegistered=isLoadBalancerNameRegistered;exports.
parseLoadBalancingConfig=parseLoadBalancingConfig;exports.getDefaultConfig=getDefaultConfig;exports.selectLbConfigFromList=
selectLbConfigFromList;var logging_1=require_logging(),constants_1=require_constants();function createChildChannelControlHelper(parent,overrides){
var _a,_b,_c,_d,_e,_f,_g,_h,_j,_k;return{createSubchannel:(_b=(_a=overrides.createSubchannel)===null||_a===void 0?void 0:
_a.bind(overrides))!==null&&_b!==void 0?_b:parent.createSubchannel.bind(parent),updateState:(_d=(_c=overrides.updateState)===
null||_c===void 0?void 0:_c.bind(overrides))!==null&&_d!==void 0?_d:parent.updateState.bind(parent),requestReresolution:(_f=
(_e=overrides.requestReresolution)===null||_e===void 0?void 0:_e.bind(overrides))!==null&&_f!==void 0?_f:parent.requestReresolution.
bind(parent),addChannelzChild:(_h=(_g=overrides.addChannelzChild)===null||_g===void 0?void 0:_g.bind(overrides))!==null&&
_h!==void 0?_h:parent.addChannelzChild.bind(parent),removeChannelzChild:(_k=(_j=overrides.removeChannelzChild)===null||_j===
void 0?void 0:_j.bind(overrides))!==null&&_k!==void 0?_k:parent.removeChannelzChild.bind(parent)}}var registeredLoadBalancerTypes={},
defaultLoadBalancerType=null;function registerLoadBalancerType(typeName,loadBalancerType,loadBalancingConfigType){registeredLoadBalancerTypes[typeName]=
{LoadBalancer:loadBalancerType,LoadBalancingConfig:loadBalancingConfigType}}function registerDefaultLoadBalancerType(typeName){
defaultLoadBalancerType=typeName}function createLoadBalancer(config,channelControlHelper){let typeName=config.getLoadBalancerName();
return typeName in registeredLoadBalancerTypes?new registeredLoadBalancerTypes[typeName].LoadBalancer(channelControlHelper):
null}function isLoadBalancerNameRegistered(typeName){return typeName in registeredLoadBalancerTypes}function parseLoadBalancingConfig(rawConfig){
let keys=Object.keys(rawConfig);if(keys.length!==1)throw new Error("Provided load balancing config has multiple conflict\
ing entries");let typeName=keys[0];if(typeName in registeredLoadBalancerTypes)try{return registeredLoadBalancerTypes[typeName].
LoadBalancingConfig.createFromJson(rawConfig[typeName])}catch(e){throw new Error(`${typeName}: ${e.message}`)}else throw new Error(
`Unrecognized load balancing config name ${typeName}`)}function getDefaultConfig(){if(!defaultLoadBalancerType)throw new Error(
"No default load balancer type registered");return new registeredLoadBalancerTypes[defaultLoadBalancerType].LoadBalancingConfig}
function selectLbConfigFromList(configs,fallbackTodefault=!1){for(let config of configs)try{return parseLoadBalancingConfig(
config)}catch(e){(0,logging_1.log)(constants_1.LogVerbosity.DEBUG,"Config parsing failed with error",e.message);continue}
return fallbackTodefault&&defaultLoadBalancerType?new registeredLoadBalancerTypes[defaultLoadBalancerType].LoadBalancingConfig:
null}}});var require_service_config=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/service-config.js"(exports){"use stri\
ct";Object.defineProperty(exports,"__esModule",{value:!0});exports.validateRetryThrottling=validateRetryThrottling;exports.
validateServiceConfig=validateServiceConfig;exports.extractAndSelectServiceConfig=extractAndSelectServiceConfig;var os=__require("os"),
constants_1=require_constants(),DURATION_REGEX=/^\d+(\.\d{1,9})?s$/,CLIENT_LANGUAGE_STRING="node";function validateName(obj){
if("service"in obj&&obj.service!==""){if(typeof obj.service!="string")throw new Error(`Invalid method config name: inval\
id service: expected type string, got ${typeof obj.service}`);if("method"in obj&&obj.method!==""){if(typeof obj.method!=
"string")throw new Error(`Invalid method config name: invalid method: expected type string, got ${typeof obj.service}`);
return{service:obj.service,method:obj.method}}else return{service:obj.service}}else{if("method"in obj&&obj.method!==void 0)
throw new Error("Invalid method config name: method set with empty or unset service");return{}}}function validateRetryPolicy(obj){
if(!("maxAttempts"in obj)||!Number.isInteger(obj.maxAttempts)||obj.maxAttempts<2)throw new Error("Invalid method config \
retry policy: maxAttempts must be an integer at least 2");if(!("initialBackoff"in obj)||typeof obj.initialBackoff!="stri\
ng"||!DURATION_REGEX.test(obj.initialBackoff))throw new Error("Invalid method config retry policy: initialBackoff must b\
e a string consisting of a positive integer or decimal followed by s");if(!("maxBackoff"in obj)||typeof obj.maxBackoff!=
"string"||!DURATION_REGEX.test(obj.maxBackoff))throw new Error("Invalid method config retry policy: maxBackoff must be a\
 string consisting of a positive integer or decimal followed by s");if(!("backoffMultiplier"in obj)||typeof obj.backoffMultiplier!=
"number"||obj.backoffMultiplier<=0)throw new Error("Invalid method config retry policy: backoffMultiplier must be a numb\
er greater than 0");if(!("retryableStatusCodes"in obj&&Array.isArray(obj.retryableStatusCodes)))throw new Error("Invalid\
 method config retry policy: retryableStatusCodes is required");if(obj.retryableStatusCodes.length===0)throw new Error("\
Invalid method config retry policy: retryableStatusCodes must be non-empty");for(let value of obj.retryableStatusCodes)if(typeof value==
"number"){if(!Object.values(constants_1.Status).includes(value))throw new Error("Invalid method config retry policy: ret\
ryableStatusCodes value not in status code range")}else if(typeof value=="string"){if(!Object.values(constants_1.Status).
includes(value.toUpperCase()))throw new Error("Invalid method config retry policy: retryableStatusCodes value not a stat\
us code name")}else throw new Error("Invalid method config retry policy: retryableStatusCodes value must be a string or \
number");return{maxAttempts:obj.maxAttempts,initialBackoff:obj.initialBackoff,maxBackoff:obj.maxBackoff,backoffMultiplier:obj.
backoffMultiplier,retryableStatusCodes:obj.retryableStatusCodes}}function validateHedgingPolicy(obj){if(!("maxAttempts"in
obj)||!Number.isInteger(obj.maxAttempts)||obj.maxAttempts<2)throw new Error("Invalid method config hedging policy: maxAt\
tempts must be an integer at least 2");if("hedgingDelay"in obj&&(typeof obj.hedgingDelay!="string"||!DURATION_REGEX.test(
obj.hedgingDelay)))throw new Error("Invalid method config hedging policy: hedgingDelay must be a string consisting of a \
positive integer followed by s");if("nonFatalStatusCodes"in obj&&Array.isArray(obj.nonFatalStatusCodes))for(let value of obj.
nonFatalStatusCodes)if(typeof value=="number"){if(!Object.values(constants_1.Status).includes(value))throw new Error("In\
valid method config hedging policy: nonFatalStatusCodes value not in status code range")}else if(typeof value=="string"){
if(!Object.values(constants_1.Status).includes(value.toUpperCase()))throw new Error("Invalid method config hedging polic\
y: nonFatalStatusCodes value not a status code name")}else throw new Error("Invalid method config hedging policy: nonFat\
alStatusCodes value must be a string or number");let result={maxAttempts:obj.maxAttempts};return obj.hedgingDelay&&(result.
hedgingDelay=obj.hedgingDelay),obj.nonFatalStatusCodes&&(result.nonFatalStatusCodes=obj.nonFatalStatusCodes),result}function validateMethodConfig(obj){
var _a;let result={name:[]};if(!("name"in obj)||!Array.isArray(obj.name))throw new Error("Invalid method config: invalid\
 name array");for(let name of obj.name)result.name.push(validateName(name));if("waitForReady"in obj){if(typeof obj.waitForReady!=
"boolean")throw new Error("Invalid method config: invalid waitForReady");result.waitForReady=obj.waitForReady}if("timeou\
t"in obj)if(typeof obj.timeout=="object"){if(!("seconds"in obj.timeout)||typeof obj.timeout.seconds!="number")throw new Error(
"Invalid method config: invalid timeout.seconds");if(!("nanos"in obj.timeout)||typeof obj.timeout.nanos!="number")throw new Error(
"Invalid method config: invalid timeout.nanos");result.timeout=obj.timeout}else if(typeof obj.timeout=="string"&&DURATION_REGEX.
test(obj.timeout)){let timeoutParts=obj.timeout.substring(0,obj.timeout.length-1).split(".");result.timeout={seconds:timeoutParts[0]|
0,nanos:((_a=timeoutParts[1])!==null&&_a!==void 0?_a:0)|0}}else throw new Error("Invalid method config: invalid timeout");
if("maxRequestBytes"in obj){if(typeof obj.maxRequestBytes!="number")throw new Error("Invalid method config: invalid maxR\
equestBytes");result.maxRequestBytes=obj.maxRequestBytes}if("maxResponseBytes"in obj){if(typeof obj.maxResponseBytes!="n\
umber")throw new Error("Invalid method config: invalid maxRequestBytes");result.maxResponseBytes=obj.maxResponseBytes}if("\
retryPolicy"in obj){if("hedgingPolicy"in obj)throw new Error("Invalid method config: retryPolicy and hedgingPolicy canno\
t both be specified");result.retryPolicy=validateRetryPolicy(obj.retryPolicy)}else"hedgingPolicy"in obj&&(result.hedgingPolicy=
validateHedgingPolicy(obj.hedgingPolicy));return result}function validateRetryThrottling(obj){if(!("maxTokens"in obj)||typeof obj.
maxTokens!="number"||obj.maxTokens<=0||obj.maxTokens>1e3)throw new Error("Invalid retryThrottling: maxTokens must be a n\
umber in (0, 1000]");if(!("tokenRatio"in obj)||typeof obj.tokenRatio!="number"||obj.tokenRatio<=0)throw new Error("Inval\
id retryThrottling: tokenRatio must be a number greater than 0");return{maxTokens:+obj.maxTokens.toFixed(3),tokenRatio:+obj.
tokenRatio.toFixed(3)}}function validateLoadBalancingConfig(obj){if(!(typeof obj=="object"&&obj!==null))throw new Error(
`Invalid loadBalancingConfig: unexpected type ${typeof obj}`);let keys=Object.keys(obj);if(keys.length>1)throw new Error(
`Invalid loadBalancingConfig: unexpected multiple keys ${keys}`);if(keys.length===0)throw new Error("Invalid loadBalanci\
ngConfig: load balancing policy name required");return{[keys[0]]:obj[keys[0]]}}function validateServiceConfig(obj){let result={
loadBalancingConfig:[],methodConfig:[]};if("loadBalancingPolicy"in obj)if(typeof obj.loadBalancingPolicy=="string")result.
loadBalancingPolicy=obj.loadBalancingPolicy;else throw new Error("Invalid service config: invalid loadBalancingPolicy");
if("loadBalancingConfig"in obj)if(Array.isArray(obj.loadBalancingConfig))for(let config of obj.loadBalancingConfig)result.
loadBalancingConfig.push(validateLoadBalancingConfig(config));else throw new Error("Invalid service config: invalid load\
BalancingConfig");if("methodConfig"in obj&&Array.isArray(obj.methodConfig))for(let methodConfig of obj.methodConfig)result.
methodConfig.push(validateMethodConfig(methodConfig));"retryThrottling"in obj&&(result.retryThrottling=validateRetryThrottling(
obj.retryThrottling));let seenMethodNames=[];for(let methodConfig of result.methodConfig)for(let name of methodConfig.name){
for(let seenName of seenMethodNames)if(name.service===seenName.service&&name.method===seenName.method)throw new Error(`I\
nvalid service config: duplicate name ${name.service}/${name.method}`);seenMethodNames.push(name)}return result}function validateCanaryConfig(obj){
if(!("serviceConfig"in obj))throw new Error("Invalid service config choice: missing service config");let result={serviceConfig:validateServiceConfig(
obj.serviceConfig)};if("clientLanguage"in obj)if(Array.isArray(obj.clientLanguage)){result.clientLanguage=[];for(let lang of obj.
clientLanguage)if(typeof lang=="string")result.clientLanguage.push(lang);else throw new Error("Invalid service config ch\
oice: invalid clientLanguage")}else throw new Error("Invalid service config choice: invalid clientLanguage");if("clientH\
ostname"in obj)if(Array.isArray(obj.clientHostname)){result.clientHostname=[];for(let lang of obj.clientHostname)if(typeof lang==
"string")result.clientHostname.push(lang);else throw new Error("Invalid service config choice: invalid clientHostname")}else
throw new Error("Invalid service config choice: invalid clientHostname");if("percentage"in obj)if(typeof obj.percentage==
"number"&&0<=obj.percentage&&obj.percentage<=100)result.percentage=obj.percentage;else throw new Error("Invalid service \
config choice: invalid percentage");let allowedFields=["clientLanguage","percentage","clientHostname","serviceConfig"];for(let field in obj)
if(!allowedFields.includes(field))throw new Error(`Invalid service config choice: unexpected field ${field}`);return result}
function validateAndSelectCanaryConfig(obj,percentage){if(!Array.isArray(obj))throw new Error("Invalid service config li\
st");for(let config of obj){let validatedConfig=validateCanaryConfig(config);if(!(typeof validatedConfig.percentage=="nu\
mber"&&percentage>validatedConfig.percentage)){if(Array.isArray(validatedConfig.clientHostname)){let hostnameMatched=!1;
for(let hostname of validatedConfig.clientHostname)hostname===os.hostname()&&(hostnameMatched=!0);if(!hostnameMatched)continue}
if(Array.isArray(validatedConfig.clientLanguage)){let languageMatched=!1;for(let language of validatedConfig.clientLanguage)
language===CLIENT_LANGUAGE_STRING&&(languageMatched=!0);if(!languageMatched)continue}return validatedConfig.serviceConfig}}
throw new Error("No matching service config found")}function extractAndSelectServiceConfig(txtRecord,percentage){for(let record of txtRecord)
if(record.length>0&&record[0].startsWith("grpc_config=")){let recordString=record.join("").substring(12),recordJson=JSON.
parse(recordString);return validateAndSelectCanaryConfig(recordJson,percentage)}return null}}});var require_connectivity_state=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/connectivity-state.js"(exports){"\
use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.ConnectivityState=void 0;var ConnectivityState;
(function(ConnectivityState2){ConnectivityState2[ConnectivityState2.IDLE=0]="IDLE",ConnectivityState2[ConnectivityState2.
CONNECTING=1]="CONNECTING",ConnectivityState2[ConnectivityState2.READY=2]="READY",ConnectivityState2[ConnectivityState2.
TRANSIENT_FAILURE=3]="TRANSIENT_FAILURE",ConnectivityState2[ConnectivityState2.SHUTDOWN=4]="SHUTDOWN"})(ConnectivityState||
(exports.ConnectivityState=ConnectivityState={}))}});var require_picker=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/picker.js"(exports){"use strict";Object.defineProperty(
exports,"__esModule",{value:!0});exports.QueuePicker=exports.UnavailablePicker=exports.PickResultType=void 0;var metadata_1=require_metadata(),
constants_1=require_constants(),PickResultType;(function(PickResultType2){PickResultType2[PickResultType2.COMPLETE=0]="C\
OMPLETE",PickResultType2[PickResultType2.QUEUE=1]="QUEUE",PickResultType2[PickResultType2.TRANSIENT_FAILURE=2]="TRANSIEN\
T_FAILURE",PickResultType2[PickResultType2.DROP=3]="DROP"})(PickResultType||(exports.PickResultType=PickResultType={}));
var UnavailablePicker=class{constructor(status){this.status=Object.assign({code:constants_1.Status.UNAVAILABLE,details:"\
No connection established",metadata:new metadata_1.Metadata},status)}pick(pickArgs){return{pickResultType:PickResultType.
TRANSIENT_FAILURE,subchannel:null,status:this.status,onCallStarted:null,onCallEnded:null}}};exports.UnavailablePicker=UnavailablePicker;
var QueuePicker=class{constructor(loadBalancer,childPicker){this.loadBalancer=loadBalancer,this.childPicker=childPicker,
this.calledExitIdle=!1}pick(pickArgs){return this.calledExitIdle||(process.nextTick(()=>{this.loadBalancer.exitIdle()}),
this.calledExitIdle=!0),this.childPicker?this.childPicker.pick(pickArgs):{pickResultType:PickResultType.QUEUE,subchannel:null,
status:null,onCallStarted:null,onCallEnded:null}}};exports.QueuePicker=QueuePicker}});var require_backoff_timeout=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/backoff-timeout.js"(exports){"use st\
rict";Object.defineProperty(exports,"__esModule",{value:!0});exports.BackoffTimeout=void 0;var constants_1=require_constants(),
logging=require_logging(),TRACER_NAME="backoff",INITIAL_BACKOFF_MS=1e3,BACKOFF_MULTIPLIER=1.6,MAX_BACKOFF_MS=12e4,BACKOFF_JITTER=.2;
function uniformRandom(min,max){return Math.random()*(max-min)+min}var BackoffTimeout=class _BackoffTimeout{constructor(callback,options){
this.callback=callback,this.initialDelay=INITIAL_BACKOFF_MS,this.multiplier=BACKOFF_MULTIPLIER,this.maxDelay=MAX_BACKOFF_MS,
this.jitter=BACKOFF_JITTER,this.running=!1,this.hasRef=!0,this.startTime=new Date,this.endTime=new Date,this.id=_BackoffTimeout.
getNextId(),options&&(options.initialDelay&&(this.initialDelay=options.initialDelay),options.multiplier&&(this.multiplier=
options.multiplier),options.jitter&&(this.jitter=options.jitter),options.maxDelay&&(this.maxDelay=options.maxDelay)),this.
traceEnabled&&this.trace("constructed initialDelay="+this.initialDelay+" multiplier="+this.multiplier+" jitter="+this.jitter+
" maxDelay="+this.maxDelay),this.nextDelay=this.initialDelay,this.timerId=setTimeout(()=>{},0),clearTimeout(this.timerId)}static getNextId(){
return this.nextId++}get traceEnabled(){return logging.isTracerEnabled(TRACER_NAME)}trace(text){this.traceEnabled&&logging.
trace(constants_1.LogVerbosity.DEBUG,TRACER_NAME,"{"+this.id+"} "+text)}runTimer(delay){var _a,_b;this.traceEnabled&&this.
trace("runTimer(delay="+delay+")"),this.endTime=this.startTime,this.endTime.setMilliseconds(this.endTime.getMilliseconds()+
delay),clearTimeout(this.timerId),this.timerId=setTimeout(()=>{this.trace("timer fired"),this.running=!1,this.callback()},
delay),this.hasRef||(_b=(_a=this.timerId).unref)===null||_b===void 0||_b.call(_a)}runOnce(){this.trace("runOnce()"),this.
running=!0,this.startTime=new Date,this.runTimer(this.nextDelay);let nextBackoff=Math.min(this.nextDelay*this.multiplier,
this.maxDelay),jitterMagnitude=nextBackoff*this.jitter;this.nextDelay=nextBackoff+uniformRandom(-jitterMagnitude,jitterMagnitude)}stop(){
this.trace("stop()"),clearTimeout(this.timerId),this.running=!1}reset(){if(this.traceEnabled&&this.trace("reset() runnin\
g="+this.running),this.nextDelay=this.initialDelay,this.running){let now=new Date,newEndTime=this.startTime;newEndTime.setMilliseconds(
newEndTime.getMilliseconds()+this.nextDelay),clearTimeout(this.timerId),now<newEndTime?this.runTimer(newEndTime.getTime()-
now.getTime()):this.running=!1}}isRunning(){return this.running}ref(){var _a,_b;this.hasRef=!0,(_b=(_a=this.timerId).ref)===
null||_b===void 0||_b.call(_a)}unref(){var _a,_b;this.hasRef=!1,(_b=(_a=this.timerId).unref)===null||_b===void 0||_b.call(
_a)}getEndTime(){return this.endTime}};exports.BackoffTimeout=BackoffTimeout;BackoffTimeout.nextId=0}});var require_load_balancer_child_handler=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/load-balancer-child-hand\
ler.js"(exports){"use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.ChildLoadBalancerHandler=void 0;
var load_balancer_1=require_load_balancer(),connectivity_state_1=require_connectivity_state(),TYPE_NAME="child_load_bala\
ncer_helper",ChildLoadBalancerHandler=class{constructor(channelControlHelper){this.channelControlHelper=channelControlHelper,
this.currentChild=null,this.pendingChild=null,this.latestConfig=null,this.ChildPolicyHelper=class{constructor(parent){this.
parent=parent,this.child=null}createSubchannel(subchannelAddress,subchannelArgs){return this.parent.channelControlHelper.
createSubchannel(subchannelAddress,subchannelArgs)}updateState(connectivityState,picker,errorMessage){var _a;if(this.calledByPendingChild()){
if(connectivityState===connectivity_state_1.ConnectivityState.CONNECTING)return;(_a=this.parent.currentChild)===null||_a===
void 0||_a.destroy(),this.parent.currentChild=this.parent.pendingChild,this.parent.pendingChild=null}else if(!this.calledByCurrentChild())
return;this.parent.channelControlHelper.updateState(connectivityState,picker,errorMessage)}requestReresolution(){var _a;
let latestChild=(_a=this.parent.pendingChild)!==null&&_a!==void 0?_a:this.parent.currentChild;this.child===latestChild&&
this.parent.channelControlHelper.requestReresolution()}setChild(newChild){this.child=newChild}addChannelzChild(child){this.
parent.channelControlHelper.addChannelzChild(child)}removeChannelzChild(child){this.parent.channelControlHelper.removeChannelzChild(
child)}calledByPendingChild(){return this.child===this.parent.pendingChild}calledByCurrentChild(){return this.child===this.
parent.currentChild}}}configUpdateRequiresNewPolicyInstance(oldConfig,newConfig){return oldConfig.getLoadBalancerName()!==
newConfig.getLoadBalancerName()}updateAddressList(endpointList,lbConfig,options,resolutionNote){let childToUpdate;if(this.
currentChild===null||this.latestConfig===null||this.configUpdateRequiresNewPolicyInstance(this.latestConfig,lbConfig)){let newHelper=new this.
ChildPolicyHelper(this),newChild=(0,load_balancer_1.createLoadBalancer)(lbConfig,newHelper);newHelper.setChild(newChild),
this.currentChild===null?(this.currentChild=newChild,childToUpdate=this.currentChild):(this.pendingChild&&this.pendingChild.
destroy(),this.pendingChild=newChild,childToUpdate=this.pendingChild)}else this.pendingChild===null?childToUpdate=this.currentChild:
childToUpdate=this.pendingChild;return this.latestConfig=lbConfig,childToUpdate.updateAddressList(endpointList,lbConfig,
options,resolutionNote)}exitIdle(){this.currentChild&&(this.currentChild.exitIdle(),this.pendingChild&&this.pendingChild.
exitIdle())}resetBackoff(){this.currentChild&&(this.currentChild.resetBackoff(),this.pendingChild&&this.pendingChild.resetBackoff())}destroy(){
this.currentChild&&(this.currentChild.destroy(),this.currentChild=null),this.pendingChild&&(this.pendingChild.destroy(),
this.pendingChild=null)}getTypeName(){return TYPE_NAME}};exports.ChildLoadBalancerHandler=ChildLoadBalancerHandler}});var require_resolving_load_balancer=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/resolving-load-balancer.js"(exports){
"use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.ResolvingLoadBalancer=void 0;exports.getDefaultConfigSelector=
getDefaultConfigSelector;var load_balancer_1=require_load_balancer(),service_config_1=require_service_config(),connectivity_state_1=require_connectivity_state(),
resolver_1=require_resolver(),picker_1=require_picker(),backoff_timeout_1=require_backoff_timeout(),constants_1=require_constants(),
metadata_1=require_metadata(),logging=require_logging(),constants_2=require_constants(),uri_parser_1=require_uri_parser(),
load_balancer_child_handler_1=require_load_balancer_child_handler(),TRACER_NAME="resolving_load_balancer";function trace(text){
logging.trace(constants_2.LogVerbosity.DEBUG,TRACER_NAME,text)}var NAME_MATCH_LEVEL_ORDER=["SERVICE_AND_METHOD","SERVICE",
"EMPTY"];function hasMatchingName(service,method,methodConfig,matchLevel){for(let name of methodConfig.name)switch(matchLevel){case"\
EMPTY":if(!name.service&&!name.method)return!0;break;case"SERVICE":if(name.service===service&&!name.method)return!0;break;case"\
SERVICE_AND_METHOD":if(name.service===service&&name.method===method)return!0}return!1}function findMatchingConfig(service,method,methodConfigs,matchLevel){
for(let config of methodConfigs)if(hasMatchingName(service,method,config,matchLevel))return config;return null}var MAX_CACHED_METHOD_CONFIGS=100;
function getDefaultConfigSelector(serviceConfig){let methodConfigCache=new Map;return{invoke(methodName,metadata,channelId){
var _a,_b;let matchingConfig=methodConfigCache.get(methodName);if(matchingConfig===void 0){let splitName=methodName.split(
"/").filter(x=>x.length>0),service=(_a=splitName[0])!==null&&_a!==void 0?_a:"",method=(_b=splitName[1])!==null&&_b!==void 0?
_b:"";if(matchingConfig={name:[]},serviceConfig&&serviceConfig.methodConfig)for(let matchLevel of NAME_MATCH_LEVEL_ORDER){
let foundConfig=findMatchingConfig(service,method,serviceConfig.methodConfig,matchLevel);if(foundConfig){matchingConfig=
foundConfig;break}}methodConfigCache.size<MAX_CACHED_METHOD_CONFIGS&&methodConfigCache.set(methodName,matchingConfig)}return{
methodConfig:matchingConfig,pickInformation:{},status:constants_1.Status.OK,dynamicFilterFactories:[]}},unref(){methodConfigCache.
clear()}}}var ResolvingLoadBalancer=class{constructor(target,channelControlHelper,channelOptions,onSuccessfulResolution,onFailedResolution){
this.target=target,this.channelControlHelper=channelControlHelper,this.channelOptions=channelOptions,this.onSuccessfulResolution=
onSuccessfulResolution,this.onFailedResolution=onFailedResolution,this.latestChildState=connectivity_state_1.ConnectivityState.
IDLE,this.latestChildPicker=new picker_1.QueuePicker(this),this.latestChildErrorMessage=null,this.currentState=connectivity_state_1.
ConnectivityState.IDLE,this.previousServiceConfig=null,this.continueResolving=!1,channelOptions["grpc.service_config"]?this.
defaultServiceConfig=(0,service_config_1.validateServiceConfig)(JSON.parse(channelOptions["grpc.service_config"])):this.
defaultServiceConfig={loadBalancingConfig:[],methodConfig:[]},this.updateState(connectivity_state_1.ConnectivityState.IDLE,
new picker_1.QueuePicker(this),null),this.childLoadBalancer=new load_balancer_child_handler_1.ChildLoadBalancerHandler({
createSubchannel:channelControlHelper.createSubchannel.bind(channelControlHelper),requestReresolution:()=>{this.backoffTimeout.
isRunning()?(trace("requestReresolution delayed by backoff timer until "+this.backoffTimeout.getEndTime().toISOString()),
this.continueResolving=!0):this.updateResolution()},updateState:(newState,picker,errorMessage)=>{this.latestChildState=newState,
this.latestChildPicker=picker,this.latestChildErrorMessage=errorMessage,this.updateState(newState,picker,errorMessage)},
addChannelzChild:channelControlHelper.addChannelzChild.bind(channelControlHelper),removeChannelzChild:channelControlHelper.
removeChannelzChild.bind(channelControlHelper)}),this.innerResolver=(0,resolver_1.createResolver)(target,this.handleResolverResult.
bind(this),channelOptions);let backoffOptions={initialDelay:channelOptions["grpc.initial_reconnect_backoff_ms"],maxDelay:channelOptions["\
grpc.max_reconnect_backoff_ms"]};this.backoffTimeout=new backoff_timeout_1.BackoffTimeout(()=>{this.continueResolving?(this.
updateResolution(),this.continueResolving=!1):this.updateState(this.latestChildState,this.latestChildPicker,this.latestChildErrorMessage)},
backoffOptions),this.backoffTimeout.unref()}handleResolverResult(endpointList,attributes,serviceConfig,resolutionNote){var _a,
_b;this.backoffTimeout.stop(),this.backoffTimeout.reset();let resultAccepted=!0,workingServiceConfig=null;if(serviceConfig===
null?workingServiceConfig=this.defaultServiceConfig:serviceConfig.ok?workingServiceConfig=serviceConfig.value:this.previousServiceConfig!==
null?workingServiceConfig=this.previousServiceConfig:(resultAccepted=!1,this.handleResolutionFailure(serviceConfig.error)),
workingServiceConfig!==null){let workingConfigList=(_a=workingServiceConfig?.loadBalancingConfig)!==null&&_a!==void 0?_a:
[],loadBalancingConfig=(0,load_balancer_1.selectLbConfigFromList)(workingConfigList,!0);loadBalancingConfig===null?(resultAccepted=
!1,this.handleResolutionFailure({code:constants_1.Status.UNAVAILABLE,details:"All load balancer options in service confi\
g are not compatible",metadata:new metadata_1.Metadata})):resultAccepted=this.childLoadBalancer.updateAddressList(endpointList,
loadBalancingConfig,Object.assign(Object.assign({},this.channelOptions),attributes),resolutionNote)}return resultAccepted&&
this.onSuccessfulResolution(workingServiceConfig,(_b=attributes[resolver_1.CHANNEL_ARGS_CONFIG_SELECTOR_KEY])!==null&&_b!==
void 0?_b:getDefaultConfigSelector(workingServiceConfig)),resultAccepted}updateResolution(){this.innerResolver.updateResolution(),
this.currentState===connectivity_state_1.ConnectivityState.IDLE&&this.updateState(connectivity_state_1.ConnectivityState.
CONNECTING,this.latestChildPicker,this.latestChildErrorMessage),this.backoffTimeout.runOnce()}updateState(connectivityState,picker,errorMessage){
trace((0,uri_parser_1.uriToString)(this.target)+" "+connectivity_state_1.ConnectivityState[this.currentState]+" -> "+connectivity_state_1.
ConnectivityState[connectivityState]),connectivityState===connectivity_state_1.ConnectivityState.IDLE&&(picker=new picker_1.
QueuePicker(this,picker)),this.currentState=connectivityState,this.channelControlHelper.updateState(connectivityState,picker,
errorMessage)}handleResolutionFailure(error){this.latestChildState===connectivity_state_1.ConnectivityState.IDLE&&(this.
updateState(connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE,new picker_1.UnavailablePicker(error),error.details),
this.onFailedResolution(error))}exitIdle(){(this.currentState===connectivity_state_1.ConnectivityState.IDLE||this.currentState===
connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE)&&(this.backoffTimeout.isRunning()?this.continueResolving=!0:this.
updateResolution()),this.childLoadBalancer.exitIdle()}updateAddressList(endpointList,lbConfig){throw new Error("updateAd\
dressList not supported on ResolvingLoadBalancer")}resetBackoff(){this.backoffTimeout.reset(),this.childLoadBalancer.resetBackoff()}destroy(){
this.childLoadBalancer.destroy(),this.innerResolver.destroy(),this.backoffTimeout.reset(),this.backoffTimeout.stop(),this.
latestChildState=connectivity_state_1.ConnectivityState.IDLE,this.latestChildPicker=new picker_1.QueuePicker(this),this.
currentState=connectivity_state_1.ConnectivityState.IDLE,this.previousServiceConfig=null,this.continueResolving=!1}getTypeName(){
return"resolving_load_balancer"}};exports.ResolvingLoadBalancer=ResolvingLoadBalancer}});var require_channel_options=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/channel-options.js"(exports){"use st\
rict";Object.defineProperty(exports,"__esModule",{value:!0});exports.recognizedOptions=void 0;exports.channelOptionsEqual=
channelOptionsEqual;exports.recognizedOptions={"grpc.ssl_target_name_override":!0,"grpc.primary_user_agent":!0,"grpc.sec\
ondary_user_agent":!0,"grpc.default_authority":!0,"grpc.keepalive_time_ms":!0,"grpc.keepalive_timeout_ms":!0,"grpc.keepa\
live_permit_without_calls":!0,"grpc.service_config":!0,"grpc.max_concurrent_streams":!0,"grpc.initial_reconnect_backoff_\
ms":!0,"grpc.max_reconnect_backoff_ms":!0,"grpc.use_local_subchannel_pool":!0,"grpc.max_send_message_length":!0,"grpc.ma\
x_receive_message_length":!0,"grpc.enable_http_proxy":!0,"grpc.enable_channelz":!0,"grpc.dns_min_time_between_resolution\
s_ms":!0,"grpc.enable_retries":!0,"grpc.per_rpc_retry_buffer_size":!0,"grpc.retry_buffer_size":!0,"grpc.max_connection_a\
ge_ms":!0,"grpc.max_connection_age_grace_ms":!0,"grpc-node.max_session_memory":!0,"grpc.service_config_disable_resolutio\
n":!0,"grpc.client_idle_timeout_ms":!0,"grpc-node.tls_enable_trace":!0,"grpc.lb.ring_hash.ring_size_cap":!0,"grpc-node.r\
etry_max_attempts_limit":!0,"grpc-node.flow_control_window":!0,"grpc.server_call_metric_recording":!0};function channelOptionsEqual(options1,options2){
let keys1=Object.keys(options1).sort(),keys2=Object.keys(options2).sort();if(keys1.length!==keys2.length)return!1;for(let i=0;i<
keys1.length;i+=1)if(keys1[i]!==keys2[i]||options1[keys1[i]]!==options2[keys2[i]])return!1;return!0}}});var require_subchannel_address=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/subchannel-address.js"(exports){"\
use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.EndpointMap=void 0;exports.isTcpSubchannelAddress=
isTcpSubchannelAddress;exports.subchannelAddressEqual=subchannelAddressEqual;exports.subchannelAddressToString=subchannelAddressToString;
exports.stringToSubchannelAddress=stringToSubchannelAddress;exports.endpointEqual=endpointEqual;exports.endpointToString=
endpointToString;exports.endpointHasAddress=endpointHasAddress;var net_1=__require("net");function isTcpSubchannelAddress(address){
return"port"in address}function subchannelAddressEqual(address1,address2){return!address1&&!address2?!0:!address1||!address2?
!1:isTcpSubchannelAddress(address1)?isTcpSubchannelAddress(address2)&&address1.host===address2.host&&address1.port===address2.
port:!isTcpSubchannelAddress(address2)&&address1.path===address2.path}function subchannelAddressToString(address){return isTcpSubchannelAddress(
address)?(0,net_1.isIPv6)(address.host)?"["+address.host+"]:"+address.port:address.host+":"+address.port:address.path}var DEFAULT_PORT=443;
function stringToSubchannelAddress(addressString,port){return(0,net_1.isIP)(addressString)?{host:addressString,port:port??
DEFAULT_PORT}:{path:addressString}}function endpointEqual(endpoint1,endpoint2){if(endpoint1.addresses.length!==endpoint2.
addresses.length)return!1;for(let i=0;i<endpoint1.addresses.length;i++)if(!subchannelAddressEqual(endpoint1.addresses[i],
endpoint2.addresses[i]))return!1;return!0}function endpointToString(endpoint){return"["+endpoint.addresses.map(subchannelAddressToString).
join(", ")+"]"}function endpointHasAddress(endpoint,expectedAddress){for(let address of endpoint.addresses)if(subchannelAddressEqual(
address,expectedAddress))return!0;return!1}function endpointEqualUnordered(endpoint1,endpoint2){if(endpoint1.addresses.length!==
endpoint2.addresses.length)return!1;for(let address1 of endpoint1.addresses){let matchFound=!1;for(let address2 of endpoint2.
addresses)if(subchannelAddressEqual(address1,address2)){matchFound=!0;break}if(!matchFound)return!1}return!0}var EndpointMap=class{constructor(){
this.map=new Set}get size(){return this.map.size}getForSubchannelAddress(address){for(let entry of this.map)if(endpointHasAddress(
entry.key,address))return entry.value}deleteMissing(endpoints){let removedValues=[];for(let entry of this.map){let foundEntry=!1;
for(let endpoint of endpoints)endpointEqualUnordered(endpoint,entry.key)&&(foundEntry=!0);foundEntry||(removedValues.push(
entry.value),this.map.delete(entry))}return removedValues}get(endpoint){for(let entry of this.map)if(endpointEqualUnordered(
endpoint,entry.key))return entry.value}set(endpoint,mapEntry){for(let entry of this.map)if(endpointEqualUnordered(endpoint,
entry.key)){entry.value=mapEntry;return}this.map.add({key:endpoint,value:mapEntry})}delete(endpoint){for(let entry of this.
map)if(endpointEqualUnordered(endpoint,entry.key)){this.map.delete(entry);return}}has(endpoint){for(let entry of this.map)
if(endpointEqualUnordered(endpoint,entry.key))return!0;return!1}clear(){this.map.clear()}*keys(){for(let entry of this.map)
yield entry.key}*values(){for(let entry of this.map)yield entry.value}*entries(){for(let entry of this.map)yield[entry.key,
entry.value]}};exports.EndpointMap=EndpointMap}});var require_cjs=__commonJS({"../../node_modules/@js-sdsl/ordered-map/dist/cjs/index.js"(exports){"use strict";Object.defineProperty(
exports,"t",{value:!0});var TreeNode=class{constructor(t,e,s=1){this.i=void 0,this.h=void 0,this.o=void 0,this.u=t,this.
l=e,this.p=s}I(){let t=this,e=t.o.o===t;if(e&&t.p===1)t=t.h;else if(t.i)for(t=t.i;t.h;)t=t.h;else{if(e)return t.o;let s=t.
o;for(;s.i===t;)t=s,s=t.o;t=s}return t}B(){let t=this;if(t.h){for(t=t.h;t.i;)t=t.i;return t}else{let e=t.o;for(;e.h===t;)
t=e,e=t.o;return t.h!==e?e:t}}_(){let t=this.o,e=this.h,s=e.i;return t.o===this?t.o=e:t.i===this?t.i=e:t.h=e,e.o=t,e.i=this,
this.o=e,this.h=s,s&&(s.o=this),e}g(){let t=this.o,e=this.i,s=e.h;return t.o===this?t.o=e:t.i===this?t.i=e:t.h=e,e.o=t,e.
h=this,this.o=e,this.i=s,s&&(s.o=this),e}},TreeNodeEnableIndex=class extends TreeNode{constructor(){super(...arguments),
this.M=1}_(){let t=super._();return this.O(),t.O(),t}g(){let t=super.g();return this.O(),t.O(),t}O(){this.M=1,this.i&&(this.
M+=this.i.M),this.h&&(this.M+=this.h.M)}},ContainerIterator=class{constructor(t=0){this.iteratorType=t}equals(t){return this.
T===t.T}},Base=class{constructor(){this.m=0}get length(){return this.m}size(){return this.m}empty(){return this.m===0}},
Container=class extends Base{};function throwIteratorAccessError(){throw new RangeError("Iterator access denied!")}var TreeContainer=class extends Container{constructor(t=function(t2,e2){
return t2<e2?-1:t2>e2?1:0},e=!1){super(),this.v=void 0,this.A=t,this.enableIndex=e,this.N=e?TreeNodeEnableIndex:TreeNode,
this.C=new this.N}R(t,e){let s=this.C;for(;t;){let i=this.A(t.u,e);if(i<0)t=t.h;else if(i>0)s=t,t=t.i;else return t}return s}K(t,e){
let s=this.C;for(;t;)this.A(t.u,e)<=0?t=t.h:(s=t,t=t.i);return s}L(t,e){let s=this.C;for(;t;){let i=this.A(t.u,e);if(i<0)
s=t,t=t.h;else if(i>0)t=t.i;else return t}return s}k(t,e){let s=this.C;for(;t;)this.A(t.u,e)<0?(s=t,t=t.h):t=t.i;return s}P(t){
for(;;){let e=t.o;if(e===this.C)return;if(t.p===1){t.p=0;return}if(t===e.i){let s=e.h;if(s.p===1)s.p=0,e.p=1,e===this.v?
this.v=e._():e._();else if(s.h&&s.h.p===1){s.p=e.p,e.p=0,s.h.p=0,e===this.v?this.v=e._():e._();return}else s.i&&s.i.p===
1?(s.p=1,s.i.p=0,s.g()):(s.p=1,t=e)}else{let s=e.i;if(s.p===1)s.p=0,e.p=1,e===this.v?this.v=e.g():e.g();else if(s.i&&s.i.
p===1){s.p=e.p,e.p=0,s.i.p=0,e===this.v?this.v=e.g():e.g();return}else s.h&&s.h.p===1?(s.p=1,s.h.p=0,s._()):(s.p=1,t=e)}}}S(t){
if(this.m===1){this.clear();return}let e=t;for(;e.i||e.h;){if(e.h)for(e=e.h;e.i;)e=e.i;else e=e.i;let s2=t.u;t.u=e.u,e.u=
s2;let i=t.l;t.l=e.l,e.l=i,t=e}this.C.i===e?this.C.i=e.o:this.C.h===e&&(this.C.h=e.o),this.P(e);let s=e.o;if(e===s.i?s.i=
void 0:s.h=void 0,this.m-=1,this.v.p=0,this.enableIndex)for(;s!==this.C;)s.M-=1,s=s.o}U(t){let e=typeof t=="number"?t:void 0,
s=typeof t=="function"?t:void 0,i=typeof t>"u"?[]:void 0,r=0,n=this.v,h=[];for(;h.length||n;)if(n)h.push(n),n=n.i;else{if(n=
h.pop(),r===e)return n;i&&i.push(n),s&&s(n,r,this),r+=1,n=n.h}return i}j(t){for(;;){let e=t.o;if(e.p===0)return;let s=e.
o;if(e===s.i){let i=s.h;if(i&&i.p===1){if(i.p=e.p=0,s===this.v)return;s.p=1,t=s;continue}else if(t===e.h){if(t.p=0,t.i&&
(t.i.o=e),t.h&&(t.h.o=s),e.h=t.i,s.i=t.h,t.i=e,t.h=s,s===this.v)this.v=t,this.C.o=t;else{let e2=s.o;e2.i===s?e2.i=t:e2.h=
t}t.o=s.o,e.o=t,s.o=t,s.p=1}else{e.p=0,s===this.v?this.v=s.g():s.g(),s.p=1;return}}else{let i=s.i;if(i&&i.p===1){if(i.p=
e.p=0,s===this.v)return;s.p=1,t=s;continue}else if(t===e.i){if(t.p=0,t.i&&(t.i.o=s),t.h&&(t.h.o=e),s.h=t.i,e.i=t.h,t.i=s,
t.h=e,s===this.v)this.v=t,this.C.o=t;else{let e2=s.o;e2.i===s?e2.i=t:e2.h=t}t.o=s.o,e.o=t,s.o=t,s.p=1}else{e.p=0,s===this.
v?this.v=s._():s._(),s.p=1;return}}this.enableIndex&&(e.O(),s.O(),t.O());return}}q(t,e,s){if(this.v===void 0)return this.
m+=1,this.v=new this.N(t,e,0),this.v.o=this.C,this.C.o=this.C.i=this.C.h=this.v,this.m;let i,r=this.C.i,n=this.A(r.u,t);
if(n===0)return r.l=e,this.m;if(n>0)r.i=new this.N(t,e),r.i.o=r,i=r.i,this.C.i=i;else{let r2=this.C.h,n2=this.A(r2.u,t);
if(n2===0)return r2.l=e,this.m;if(n2<0)r2.h=new this.N(t,e),r2.h.o=r2,i=r2.h,this.C.h=i;else{if(s!==void 0){let r3=s.T;if(r3!==
this.C){let s2=this.A(r3.u,t);if(s2===0)return r3.l=e,this.m;if(s2>0){let s3=r3.I(),n3=this.A(s3.u,t);if(n3===0)return s3.
l=e,this.m;n3<0&&(i=new this.N(t,e),s3.h===void 0?(s3.h=i,i.o=s3):(r3.i=i,i.o=r3))}}}if(i===void 0)for(i=this.v;;){let s2=this.
A(i.u,t);if(s2>0){if(i.i===void 0){i.i=new this.N(t,e),i.i.o=i,i=i.i;break}i=i.i}else if(s2<0){if(i.h===void 0){i.h=new this.
N(t,e),i.h.o=i,i=i.h;break}i=i.h}else return i.l=e,this.m}}}if(this.enableIndex){let t2=i.o;for(;t2!==this.C;)t2.M+=1,t2=
t2.o}return this.j(i),this.m+=1,this.m}H(t,e){for(;t;){let s=this.A(t.u,e);if(s<0)t=t.h;else if(s>0)t=t.i;else return t}
return t||this.C}clear(){this.m=0,this.v=void 0,this.C.o=void 0,this.C.i=this.C.h=void 0}updateKeyByIterator(t,e){let s=t.
T;if(s===this.C&&throwIteratorAccessError(),this.m===1)return s.u=e,!0;let i=s.B().u;if(s===this.C.i)return this.A(i,e)>
0?(s.u=e,!0):!1;let r=s.I().u;return s===this.C.h?this.A(r,e)<0?(s.u=e,!0):!1:this.A(r,e)>=0||this.A(i,e)<=0?!1:(s.u=e,!0)}eraseElementByPos(t){
if(t<0||t>this.m-1)throw new RangeError;let e=this.U(t);return this.S(e),this.m}eraseElementByKey(t){if(this.m===0)return!1;
let e=this.H(this.v,t);return e===this.C?!1:(this.S(e),!0)}eraseElementByIterator(t){let e=t.T;e===this.C&&throwIteratorAccessError();
let s=e.h===void 0;return t.iteratorType===0?s&&t.next():(!s||e.i===void 0)&&t.next(),this.S(e),t}getHeight(){if(this.m===
0)return 0;function traversal(t){return t?Math.max(traversal(t.i),traversal(t.h))+1:0}return traversal(this.v)}},TreeIterator=class extends ContainerIterator{constructor(t,e,s){
super(s),this.T=t,this.C=e,this.iteratorType===0?(this.pre=function(){return this.T===this.C.i&&throwIteratorAccessError(),
this.T=this.T.I(),this},this.next=function(){return this.T===this.C&&throwIteratorAccessError(),this.T=this.T.B(),this}):
(this.pre=function(){return this.T===this.C.h&&throwIteratorAccessError(),this.T=this.T.B(),this},this.next=function(){return this.
T===this.C&&throwIteratorAccessError(),this.T=this.T.I(),this})}get index(){let t=this.T,e=this.C.o;if(t===this.C)return e?
e.M-1:0;let s=0;for(t.i&&(s+=t.i.M);t!==e;){let e2=t.o;t===e2.h&&(s+=1,e2.i&&(s+=e2.i.M)),t=e2}return s}isAccessible(){return this.
T!==this.C}},OrderedMapIterator=class _OrderedMapIterator extends TreeIterator{constructor(t,e,s,i){super(t,e,i),this.container=
s}get pointer(){this.T===this.C&&throwIteratorAccessError();let t=this;return new Proxy([],{get(e,s){return s==="0"?t.T.
u:s==="1"?t.T.l:(e[0]=t.T.u,e[1]=t.T.l,e[s])},set(e,s,i){if(s!=="1")throw new TypeError("prop must be 1");return t.T.l=i,
!0}})}copy(){return new _OrderedMapIterator(this.T,this.C,this.container,this.iteratorType)}},OrderedMap=class extends TreeContainer{constructor(t=[],e,s){
super(e,s);let i=this;t.forEach((function(t2){i.setElement(t2[0],t2[1])}))}begin(){return new OrderedMapIterator(this.C.
i||this.C,this.C,this)}end(){return new OrderedMapIterator(this.C,this.C,this)}rBegin(){return new OrderedMapIterator(this.
C.h||this.C,this.C,this,1)}rEnd(){return new OrderedMapIterator(this.C,this.C,this,1)}front(){if(this.m===0)return;let t=this.
C.i;return[t.u,t.l]}back(){if(this.m===0)return;let t=this.C.h;return[t.u,t.l]}lowerBound(t){let e=this.R(this.v,t);return new OrderedMapIterator(
e,this.C,this)}upperBound(t){let e=this.K(this.v,t);return new OrderedMapIterator(e,this.C,this)}reverseLowerBound(t){let e=this.
L(this.v,t);return new OrderedMapIterator(e,this.C,this)}reverseUpperBound(t){let e=this.k(this.v,t);return new OrderedMapIterator(
e,this.C,this)}forEach(t){this.U((function(e,s,i){t([e.u,e.l],s,i)}))}setElement(t,e,s){return this.q(t,e,s)}getElementByPos(t){
if(t<0||t>this.m-1)throw new RangeError;let e=this.U(t);return[e.u,e.l]}find(t){let e=this.H(this.v,t);return new OrderedMapIterator(
e,this.C,this)}getElementByKey(t){return this.H(this.v,t).l}union(t){let e=this;return t.forEach((function(t2){e.setElement(
t2[0],t2[1])})),this.m}*[Symbol.iterator](){let t=this.m,e=this.U();for(let s=0;s<t;++s){let t2=e[s];yield[t2.u,t2.l]}}};
exports.OrderedMap=OrderedMap}});var require_admin=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/admin.js"(exports){"use strict";Object.defineProperty(
exports,"__esModule",{value:!0});exports.registerAdminService=registerAdminService;exports.addAdminServicesToServer=addAdminServicesToServer;
var registeredAdminServices=[];function registerAdminService(getServiceDefinition,getHandlers){registeredAdminServices.push(
{getServiceDefinition,getHandlers})}function addAdminServicesToServer(server){for(let{getServiceDefinition,getHandlers}of registeredAdminServices)
server.addService(getServiceDefinition(),getHandlers())}}});var require_call=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/call.js"(exports){"use strict";Object.defineProperty(
exports,"__esModule",{value:!0});exports.ClientDuplexStreamImpl=exports.ClientWritableStreamImpl=exports.ClientReadableStreamImpl=
exports.ClientUnaryCallImpl=void 0;exports.callErrorFromStatus=callErrorFromStatus;var events_1=__require("events"),stream_1=__require("stream"),
constants_1=require_constants();function callErrorFromStatus(status,callerStack){let message=`${status.code} ${constants_1.
Status[status.code]}: ${status.details}`,stack=`${new Error(message).stack}
for call at
${callerStack}`;return Object.assign(new Error(message),status,{stack})}var ClientUnaryCallImpl=class extends events_1.EventEmitter{constructor(){
super()}cancel(){var _a;(_a=this.call)===null||_a===void 0||_a.cancelWithStatus(constants_1.Status.CANCELLED,"Cancelled \
on client")}getPeer(){var _a,_b;return(_b=(_a=this.call)===null||_a===void 0?void 0:_a.getPeer())!==null&&_b!==void 0?_b:
"unknown"}getAuthContext(){var _a,_b;return(_b=(_a=this.call)===null||_a===void 0?void 0:_a.getAuthContext())!==null&&_b!==
void 0?_b:null}};exports.ClientUnaryCallImpl=ClientUnaryCallImpl;var ClientReadableStreamImpl=class extends stream_1.Readable{constructor(deserialize){
super({objectMode:!0}),this.deserialize=deserialize}cancel(){var _a;(_a=this.call)===null||_a===void 0||_a.cancelWithStatus(
constants_1.Status.CANCELLED,"Cancelled on client")}getPeer(){var _a,_b;return(_b=(_a=this.call)===null||_a===void 0?void 0:
_a.getPeer())!==null&&_b!==void 0?_b:"unknown"}getAuthContext(){var _a,_b;return(_b=(_a=this.call)===null||_a===void 0?void 0:
_a.getAuthContext())!==null&&_b!==void 0?_b:null}_read(_size){var _a;(_a=this.call)===null||_a===void 0||_a.startRead()}};
exports.ClientReadableStreamImpl=ClientReadableStreamImpl;var ClientWritableStreamImpl=class extends stream_1.Writable{constructor(serialize){
super({objectMode:!0}),this.serialize=serialize}cancel(){var _a;(_a=this.call)===null||_a===void 0||_a.cancelWithStatus(
constants_1.Status.CANCELLED,"Cancelled on client")}getPeer(){var _a,_b;return(_b=(_a=this.call)===null||_a===void 0?void 0:
_a.getPeer())!==null&&_b!==void 0?_b:"unknown"}getAuthContext(){var _a,_b;return(_b=(_a=this.call)===null||_a===void 0?void 0:
_a.getAuthContext())!==null&&_b!==void 0?_b:null}_write(chunk,encoding,cb){var _a;let context={callback:cb},flags=Number(
encoding);Number.isNaN(flags)||(context.flags=flags),(_a=this.call)===null||_a===void 0||_a.sendMessageWithContext(context,
chunk)}_final(cb){var _a;(_a=this.call)===null||_a===void 0||_a.halfClose(),cb()}};exports.ClientWritableStreamImpl=ClientWritableStreamImpl;
var ClientDuplexStreamImpl=class extends stream_1.Duplex{constructor(serialize,deserialize){super({objectMode:!0}),this.
serialize=serialize,this.deserialize=deserialize}cancel(){var _a;(_a=this.call)===null||_a===void 0||_a.cancelWithStatus(
constants_1.Status.CANCELLED,"Cancelled on client")}getPeer(){var _a,_b;return(_b=(_a=this.call)===null||_a===void 0?void 0:
_a.getPeer())!==null&&_b!==void 0?_b:"unknown"}getAuthContext(){var _a,_b;return(_b=(_a=this.call)===null||_a===void 0?void 0:
_a.getAuthContext())!==null&&_b!==void 0?_b:null}_read(_size){var _a;(_a=this.call)===null||_a===void 0||_a.startRead()}_write(chunk,encoding,cb){
var _a;let context={callback:cb},flags=Number(encoding);Number.isNaN(flags)||(context.flags=flags),(_a=this.call)===null||
_a===void 0||_a.sendMessageWithContext(context,chunk)}_final(cb){var _a;(_a=this.call)===null||_a===void 0||_a.halfClose(),
cb()}};exports.ClientDuplexStreamImpl=ClientDuplexStreamImpl}});var require_call_interface=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/call-interface.js"(exports){"use stri\
ct";Object.defineProperty(exports,"__esModule",{value:!0});exports.InterceptingListenerImpl=void 0;exports.statusOrFromValue=
statusOrFromValue;exports.statusOrFromError=statusOrFromError;exports.isInterceptingListener=isInterceptingListener;var metadata_1=require_metadata();
function statusOrFromValue(value){return{ok:!0,value}}function statusOrFromError(error){var _a;return{ok:!1,error:Object.
assign(Object.assign({},error),{metadata:(_a=error.metadata)!==null&&_a!==void 0?_a:new metadata_1.Metadata})}}function isInterceptingListener(listener){
return listener.onReceiveMetadata!==void 0&&listener.onReceiveMetadata.length===1}var InterceptingListenerImpl=class{constructor(listener,nextListener){
this.listener=listener,this.nextListener=nextListener,this.processingMetadata=!1,this.hasPendingMessage=!1,this.processingMessage=
!1,this.pendingStatus=null}processPendingMessage(){this.hasPendingMessage&&(this.nextListener.onReceiveMessage(this.pendingMessage),
this.pendingMessage=null,this.hasPendingMessage=!1)}processPendingStatus(){this.pendingStatus&&this.nextListener.onReceiveStatus(
this.pendingStatus)}onReceiveMetadata(metadata){this.processingMetadata=!0,this.listener.onReceiveMetadata(metadata,metadata2=>{
this.processingMetadata=!1,this.nextListener.onReceiveMetadata(metadata2),this.processPendingMessage(),this.processPendingStatus()})}onReceiveMessage(message){
this.processingMessage=!0,this.listener.onReceiveMessage(message,msg=>{this.processingMessage=!1,this.processingMetadata?
(this.pendingMessage=msg,this.hasPendingMessage=!0):(this.nextListener.onReceiveMessage(msg),this.processPendingStatus())})}onReceiveStatus(status){
this.listener.onReceiveStatus(status,processedStatus=>{this.processingMetadata||this.processingMessage?this.pendingStatus=
processedStatus:this.nextListener.onReceiveStatus(processedStatus)})}};exports.InterceptingListenerImpl=InterceptingListenerImpl}});var require_client_interceptors=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/client-interceptors.js"(exports){
"use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.InterceptingCall=exports.RequesterBuilder=exports.
ListenerBuilder=exports.InterceptorConfigurationError=void 0;exports.getInterceptingCall=getInterceptingCall;var metadata_1=require_metadata(),
call_interface_1=require_call_interface(),constants_1=require_constants(),error_1=require_error(),InterceptorConfigurationError=class _InterceptorConfigurationError extends Error{constructor(message){
super(message),this.name="InterceptorConfigurationError",Error.captureStackTrace(this,_InterceptorConfigurationError)}};
exports.InterceptorConfigurationError=InterceptorConfigurationError;var ListenerBuilder=class{constructor(){this.metadata=
void 0,this.message=void 0,this.status=void 0}withOnReceiveMetadata(onReceiveMetadata){return this.metadata=onReceiveMetadata,
this}withOnReceiveMessage(onReceiveMessage){return this.message=onReceiveMessage,this}withOnReceiveStatus(onReceiveStatus){
return this.status=onReceiveStatus,this}build(){return{onReceiveMetadata:this.metadata,onReceiveMessage:this.message,onReceiveStatus:this.
status}}};exports.ListenerBuilder=ListenerBuilder;var RequesterBuilder=class{constructor(){this.start=void 0,this.message=
void 0,this.halfClose=void 0,this.cancel=void 0}withStart(start){return this.start=start,this}withSendMessage(sendMessage){
return this.message=sendMessage,this}withHalfClose(halfClose){return this.halfClose=halfClose,this}withCancel(cancel){return this.
cancel=cancel,this}build(){return{start:this.start,sendMessage:this.message,halfClose:this.halfClose,cancel:this.cancel}}};
exports.RequesterBuilder=RequesterBuilder;var defaultListener={onReceiveMetadata:(metadata,next)=>{next(metadata)},onReceiveMessage:(message,next)=>{
next(message)},onReceiveStatus:(status,next)=>{next(status)}},defaultRequester={start:(metadata,listener,next)=>{next(metadata,
listener)},sendMessage:(message,next)=>{next(message)},halfClose:next=>{next()},cancel:next=>{next()}},InterceptingCall=class{constructor(nextCall,requester){
var _a,_b,_c,_d;this.nextCall=nextCall,this.processingMetadata=!1,this.pendingMessageContext=null,this.processingMessage=
!1,this.pendingHalfClose=!1,requester?this.requester={start:(_a=requester.start)!==null&&_a!==void 0?_a:defaultRequester.
start,sendMessage:(_b=requester.sendMessage)!==null&&_b!==void 0?_b:defaultRequester.sendMessage,halfClose:(_c=requester.
halfClose)!==null&&_c!==void 0?_c:defaultRequester.halfClose,cancel:(_d=requester.cancel)!==null&&_d!==void 0?_d:defaultRequester.
cancel}:this.requester=defaultRequester}cancelWithStatus(status,details){this.requester.cancel(()=>{this.nextCall.cancelWithStatus(
status,details)})}getPeer(){return this.nextCall.getPeer()}processPendingMessage(){this.pendingMessageContext&&(this.nextCall.
sendMessageWithContext(this.pendingMessageContext,this.pendingMessage),this.pendingMessageContext=null,this.pendingMessage=
null)}processPendingHalfClose(){this.pendingHalfClose&&this.nextCall.halfClose()}start(metadata,interceptingListener){var _a,
_b,_c,_d,_e,_f;let fullInterceptingListener={onReceiveMetadata:(_b=(_a=interceptingListener?.onReceiveMetadata)===null||
_a===void 0?void 0:_a.bind(interceptingListener))!==null&&_b!==void 0?_b:(metadata2=>{}),onReceiveMessage:(_d=(_c=interceptingListener?.
onReceiveMessage)===null||_c===void 0?void 0:_c.bind(interceptingListener))!==null&&_d!==void 0?_d:(message=>{}),onReceiveStatus:(_f=
(_e=interceptingListener?.onReceiveStatus)===null||_e===void 0?void 0:_e.bind(interceptingListener))!==null&&_f!==void 0?
_f:(status=>{})};this.processingMetadata=!0,this.requester.start(metadata,fullInterceptingListener,(md,listener)=>{var _a2,
_b2,_c2;this.processingMetadata=!1;let finalInterceptingListener;if((0,call_interface_1.isInterceptingListener)(listener))
finalInterceptingListener=listener;else{let fullListener={onReceiveMetadata:(_a2=listener.onReceiveMetadata)!==null&&_a2!==
void 0?_a2:defaultListener.onReceiveMetadata,onReceiveMessage:(_b2=listener.onReceiveMessage)!==null&&_b2!==void 0?_b2:defaultListener.
onReceiveMessage,onReceiveStatus:(_c2=listener.onReceiveStatus)!==null&&_c2!==void 0?_c2:defaultListener.onReceiveStatus};
finalInterceptingListener=new call_interface_1.InterceptingListenerImpl(fullListener,fullInterceptingListener)}this.nextCall.
start(md,finalInterceptingListener),this.processPendingMessage(),this.processPendingHalfClose()})}sendMessageWithContext(context,message){
this.processingMessage=!0,this.requester.sendMessage(message,finalMessage=>{this.processingMessage=!1,this.processingMetadata?
(this.pendingMessageContext=context,this.pendingMessage=message):(this.nextCall.sendMessageWithContext(context,finalMessage),
this.processPendingHalfClose())})}sendMessage(message){this.sendMessageWithContext({},message)}startRead(){this.nextCall.
startRead()}halfClose(){this.requester.halfClose(()=>{this.processingMetadata||this.processingMessage?this.pendingHalfClose=
!0:this.nextCall.halfClose()})}getAuthContext(){return this.nextCall.getAuthContext()}};exports.InterceptingCall=InterceptingCall;
function getCall(channel,path,options){var _a,_b;let deadline=(_a=options.deadline)!==null&&_a!==void 0?_a:1/0,host=options.
host,parent=(_b=options.parent)!==null&&_b!==void 0?_b:null,propagateFlags=options.propagate_flags,credentials2=options.
credentials,call=channel.createCall(path,deadline,host,parent,propagateFlags);return credentials2&&call.setCredentials(credentials2),
call}var BaseInterceptingCall=class{constructor(call,methodDefinition){this.call=call,this.methodDefinition=methodDefinition}cancelWithStatus(status,details){
this.call.cancelWithStatus(status,details)}getPeer(){return this.call.getPeer()}sendMessageWithContext(context,message){
let serialized;try{serialized=this.methodDefinition.requestSerialize(message)}catch(e){this.call.cancelWithStatus(constants_1.
Status.INTERNAL,`Request message serialization failure: ${(0,error_1.getErrorMessage)(e)}`);return}this.call.sendMessageWithContext(
context,serialized)}sendMessage(message){this.sendMessageWithContext({},message)}start(metadata,interceptingListener){let readError=null;
this.call.start(metadata,{onReceiveMetadata:metadata2=>{var _a;(_a=interceptingListener?.onReceiveMetadata)===null||_a===
void 0||_a.call(interceptingListener,metadata2)},onReceiveMessage:message=>{var _a;let deserialized;try{deserialized=this.
methodDefinition.responseDeserialize(message)}catch(e){readError={code:constants_1.Status.INTERNAL,details:`Response mes\
sage parsing error: ${(0,error_1.getErrorMessage)(e)}`,metadata:new metadata_1.Metadata},this.call.cancelWithStatus(readError.
code,readError.details);return}(_a=interceptingListener?.onReceiveMessage)===null||_a===void 0||_a.call(interceptingListener,
deserialized)},onReceiveStatus:status=>{var _a,_b;readError?(_a=interceptingListener?.onReceiveStatus)===null||_a===void 0||
_a.call(interceptingListener,readError):(_b=interceptingListener?.onReceiveStatus)===null||_b===void 0||_b.call(interceptingListener,
status)}})}startRead(){this.call.startRead()}halfClose(){this.call.halfClose()}getAuthContext(){return this.call.getAuthContext()}},
BaseUnaryInterceptingCall=class extends BaseInterceptingCall{constructor(call,methodDefinition){super(call,methodDefinition)}start(metadata,listener){
var _a,_b;let receivedMessage=!1,wrapperListener={onReceiveMetadata:(_b=(_a=listener?.onReceiveMetadata)===null||_a===void 0?
void 0:_a.bind(listener))!==null&&_b!==void 0?_b:(metadata2=>{}),onReceiveMessage:message=>{var _a2;receivedMessage=!0,(_a2=
listener?.onReceiveMessage)===null||_a2===void 0||_a2.call(listener,message)},onReceiveStatus:status=>{var _a2,_b2;receivedMessage||
(_a2=listener?.onReceiveMessage)===null||_a2===void 0||_a2.call(listener,null),(_b2=listener?.onReceiveStatus)===null||_b2===
void 0||_b2.call(listener,status)}};super.start(metadata,wrapperListener),this.call.startRead()}},BaseStreamingInterceptingCall=class extends BaseInterceptingCall{};
function getBottomInterceptingCall(channel,options,methodDefinition){let call=getCall(channel,methodDefinition.path,options);
return methodDefinition.responseStream?new BaseStreamingInterceptingCall(call,methodDefinition):new BaseUnaryInterceptingCall(
call,methodDefinition)}function getInterceptingCall(interceptorArgs,methodDefinition,options,channel){if(interceptorArgs.
clientInterceptors.length>0&&interceptorArgs.clientInterceptorProviders.length>0)throw new InterceptorConfigurationError(
"Both interceptors and interceptor_providers were passed as options to the client constructor. Only one of these is allo\
wed.");if(interceptorArgs.callInterceptors.length>0&&interceptorArgs.callInterceptorProviders.length>0)throw new InterceptorConfigurationError(
"Both interceptors and interceptor_providers were passed as call options. Only one of these is allowed.");let interceptors=[];
interceptorArgs.callInterceptors.length>0||interceptorArgs.callInterceptorProviders.length>0?interceptors=[].concat(interceptorArgs.
callInterceptors,interceptorArgs.callInterceptorProviders.map(provider=>provider(methodDefinition))).filter(interceptor=>interceptor):
interceptors=[].concat(interceptorArgs.clientInterceptors,interceptorArgs.clientInterceptorProviders.map(provider=>provider(
methodDefinition))).filter(interceptor=>interceptor);let interceptorOptions=Object.assign({},options,{method_definition:methodDefinition});
return interceptors.reduceRight((nextCall,nextInterceptor)=>currentOptions=>nextInterceptor(currentOptions,nextCall),finalOptions=>getBottomInterceptingCall(
channel,finalOptions,methodDefinition))(interceptorOptions)}}});var require_client=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/client.js"(exports){"use strict";Object.defineProperty(
exports,"__esModule",{value:!0});exports.Client=void 0;var call_1=require_call(),channel_1=require_channel(),connectivity_state_1=require_connectivity_state(),
constants_1=require_constants(),metadata_1=require_metadata(),client_interceptors_1=require_client_interceptors(),CHANNEL_SYMBOL=Symbol(),
INTERCEPTOR_SYMBOL=Symbol(),INTERCEPTOR_PROVIDER_SYMBOL=Symbol(),CALL_INVOCATION_TRANSFORMER_SYMBOL=Symbol();function isFunction(arg){
return typeof arg=="function"}function getErrorStackString(error){var _a;return((_a=error.stack)===null||_a===void 0?void 0:
_a.split(`
`).slice(1).join(`
`))||"no stack trace available"}var Client2=class{constructor(address,credentials2,options={}){var _a,_b;if(options=Object.
assign({},options),this[INTERCEPTOR_SYMBOL]=(_a=options.interceptors)!==null&&_a!==void 0?_a:[],delete options.interceptors,
this[INTERCEPTOR_PROVIDER_SYMBOL]=(_b=options.interceptor_providers)!==null&&_b!==void 0?_b:[],delete options.interceptor_providers,
this[INTERCEPTOR_SYMBOL].length>0&&this[INTERCEPTOR_PROVIDER_SYMBOL].length>0)throw new Error("Both interceptors and int\
erceptor_providers were passed as options to the client constructor. Only one of these is allowed.");if(this[CALL_INVOCATION_TRANSFORMER_SYMBOL]=
options.callInvocationTransformer,delete options.callInvocationTransformer,options.channelOverride)this[CHANNEL_SYMBOL]=
options.channelOverride;else if(options.channelFactoryOverride){let channelFactoryOverride=options.channelFactoryOverride;
delete options.channelFactoryOverride,this[CHANNEL_SYMBOL]=channelFactoryOverride(address,credentials2,options)}else this[CHANNEL_SYMBOL]=
new channel_1.ChannelImplementation(address,credentials2,options)}close(){this[CHANNEL_SYMBOL].close()}getChannel(){return this[CHANNEL_SYMBOL]}waitForReady(deadline,callback){
let checkState=err=>{if(err){callback(new Error("Failed to connect before the deadline"));return}let newState;try{newState=
this[CHANNEL_SYMBOL].getConnectivityState(!0)}catch{callback(new Error("The channel has been closed"));return}if(newState===
connectivity_state_1.ConnectivityState.READY)callback();else try{this[CHANNEL_SYMBOL].watchConnectivityState(newState,deadline,
checkState)}catch{callback(new Error("The channel has been closed"))}};setImmediate(checkState)}checkOptionalUnaryResponseArguments(arg1,arg2,arg3){
if(isFunction(arg1))return{metadata:new metadata_1.Metadata,options:{},callback:arg1};if(isFunction(arg2))return arg1 instanceof
metadata_1.Metadata?{metadata:arg1,options:{},callback:arg2}:{metadata:new metadata_1.Metadata,options:arg1,callback:arg2};
if(!(arg1 instanceof metadata_1.Metadata&&arg2 instanceof Object&&isFunction(arg3)))throw new Error("Incorrect arguments\
 passed");return{metadata:arg1,options:arg2,callback:arg3}}makeUnaryRequest(method,serialize,deserialize,argument,metadata,options,callback){
var _a,_b;let checkedArguments=this.checkOptionalUnaryResponseArguments(metadata,options,callback),methodDefinition={path:method,
requestStream:!1,responseStream:!1,requestSerialize:serialize,responseDeserialize:deserialize},callProperties={argument,
metadata:checkedArguments.metadata,call:new call_1.ClientUnaryCallImpl,channel:this[CHANNEL_SYMBOL],methodDefinition,callOptions:checkedArguments.
options,callback:checkedArguments.callback};this[CALL_INVOCATION_TRANSFORMER_SYMBOL]&&(callProperties=this[CALL_INVOCATION_TRANSFORMER_SYMBOL](
callProperties));let emitter=callProperties.call,interceptorArgs={clientInterceptors:this[INTERCEPTOR_SYMBOL],clientInterceptorProviders:this[INTERCEPTOR_PROVIDER_SYMBOL],
callInterceptors:(_a=callProperties.callOptions.interceptors)!==null&&_a!==void 0?_a:[],callInterceptorProviders:(_b=callProperties.
callOptions.interceptor_providers)!==null&&_b!==void 0?_b:[]},call=(0,client_interceptors_1.getInterceptingCall)(interceptorArgs,
callProperties.methodDefinition,callProperties.callOptions,callProperties.channel);emitter.call=call;let responseMessage=null,
receivedStatus=!1,callerStackError=new Error;return call.start(callProperties.metadata,{onReceiveMetadata:metadata2=>{emitter.
emit("metadata",metadata2)},onReceiveMessage(message){responseMessage!==null&&call.cancelWithStatus(constants_1.Status.UNIMPLEMENTED,
"Too many responses received"),responseMessage=message},onReceiveStatus(status){if(!receivedStatus){if(receivedStatus=!0,
status.code===constants_1.Status.OK)if(responseMessage===null){let callerStack=getErrorStackString(callerStackError);callProperties.
callback((0,call_1.callErrorFromStatus)({code:constants_1.Status.UNIMPLEMENTED,details:"No message received",metadata:status.
metadata},callerStack))}else callProperties.callback(null,responseMessage);else{let callerStack=getErrorStackString(callerStackError);
callProperties.callback((0,call_1.callErrorFromStatus)(status,callerStack))}callerStackError=null,emitter.emit("status",
status)}}}),call.sendMessage(argument),call.halfClose(),emitter}makeClientStreamRequest(method,serialize,deserialize,metadata,options,callback){
var _a,_b;let checkedArguments=this.checkOptionalUnaryResponseArguments(metadata,options,callback),methodDefinition={path:method,
requestStream:!0,responseStream:!1,requestSerialize:serialize,responseDeserialize:deserialize},callProperties={metadata:checkedArguments.
metadata,call:new call_1.ClientWritableStreamImpl(serialize),channel:this[CHANNEL_SYMBOL],methodDefinition,callOptions:checkedArguments.
options,callback:checkedArguments.callback};this[CALL_INVOCATION_TRANSFORMER_SYMBOL]&&(callProperties=this[CALL_INVOCATION_TRANSFORMER_SYMBOL](
callProperties));let emitter=callProperties.call,interceptorArgs={clientInterceptors:this[INTERCEPTOR_SYMBOL],clientInterceptorProviders:this[INTERCEPTOR_PROVIDER_SYMBOL],
callInterceptors:(_a=callProperties.callOptions.interceptors)!==null&&_a!==void 0?_a:[],callInterceptorProviders:(_b=callProperties.
callOptions.interceptor_providers)!==null&&_b!==void 0?_b:[]},call=(0,client_interceptors_1.getInterceptingCall)(interceptorArgs,
callProperties.methodDefinition,callProperties.callOptions,callProperties.channel);emitter.call=call;let responseMessage=null,
receivedStatus=!1,callerStackError=new Error;return call.start(callProperties.metadata,{onReceiveMetadata:metadata2=>{emitter.
emit("metadata",metadata2)},onReceiveMessage(message){responseMessage!==null&&call.cancelWithStatus(constants_1.Status.UNIMPLEMENTED,
"Too many responses received"),responseMessage=message,call.startRead()},onReceiveStatus(status){if(!receivedStatus){if(receivedStatus=
!0,status.code===constants_1.Status.OK)if(responseMessage===null){let callerStack=getErrorStackString(callerStackError);
callProperties.callback((0,call_1.callErrorFromStatus)({code:constants_1.Status.UNIMPLEMENTED,details:"No message receiv\
ed",metadata:status.metadata},callerStack))}else callProperties.callback(null,responseMessage);else{let callerStack=getErrorStackString(
callerStackError);callProperties.callback((0,call_1.callErrorFromStatus)(status,callerStack))}callerStackError=null,emitter.
emit("status",status)}}}),emitter}checkMetadataAndOptions(arg1,arg2){let metadata,options;return arg1 instanceof metadata_1.
Metadata?(metadata=arg1,arg2?options=arg2:options={}):(arg1?options=arg1:options={},metadata=new metadata_1.Metadata),{metadata,
options}}makeServerStreamRequest(method,serialize,deserialize,argument,metadata,options){var _a,_b;let checkedArguments=this.
checkMetadataAndOptions(metadata,options),methodDefinition={path:method,requestStream:!1,responseStream:!0,requestSerialize:serialize,
responseDeserialize:deserialize},callProperties={argument,metadata:checkedArguments.metadata,call:new call_1.ClientReadableStreamImpl(
deserialize),channel:this[CHANNEL_SYMBOL],methodDefinition,callOptions:checkedArguments.options};this[CALL_INVOCATION_TRANSFORMER_SYMBOL]&&
(callProperties=this[CALL_INVOCATION_TRANSFORMER_SYMBOL](callProperties));let stream=callProperties.call,interceptorArgs={
clientInterceptors:this[INTERCEPTOR_SYMBOL],clientInterceptorProviders:this[INTERCEPTOR_PROVIDER_SYMBOL],callInterceptors:(_a=
callProperties.callOptions.interceptors)!==null&&_a!==void 0?_a:[],callInterceptorProviders:(_b=callProperties.callOptions.
interceptor_providers)!==null&&_b!==void 0?_b:[]},call=(0,client_interceptors_1.getInterceptingCall)(interceptorArgs,callProperties.
methodDefinition,callProperties.callOptions,callProperties.channel);stream.call=call;let receivedStatus=!1,callerStackError=new Error;
return call.start(callProperties.metadata,{onReceiveMetadata(metadata2){stream.emit("metadata",metadata2)},onReceiveMessage(message){
stream.push(message)},onReceiveStatus(status){if(!receivedStatus){if(receivedStatus=!0,stream.push(null),status.code!==constants_1.
Status.OK){let callerStack=getErrorStackString(callerStackError);stream.emit("error",(0,call_1.callErrorFromStatus)(status,
callerStack))}callerStackError=null,stream.emit("status",status)}}}),call.sendMessage(argument),call.halfClose(),stream}makeBidiStreamRequest(method,serialize,deserialize,metadata,options){
var _a,_b;let checkedArguments=this.checkMetadataAndOptions(metadata,options),methodDefinition={path:method,requestStream:!0,
responseStream:!0,requestSerialize:serialize,responseDeserialize:deserialize},callProperties={metadata:checkedArguments.
metadata,call:new call_1.ClientDuplexStreamImpl(serialize,deserialize),channel:this[CHANNEL_SYMBOL],methodDefinition,callOptions:checkedArguments.
options};this[CALL_INVOCATION_TRANSFORMER_SYMBOL]&&(callProperties=this[CALL_INVOCATION_TRANSFORMER_SYMBOL](callProperties));
let stream=callProperties.call,interceptorArgs={clientInterceptors:this[INTERCEPTOR_SYMBOL],clientInterceptorProviders:this[INTERCEPTOR_PROVIDER_SYMBOL],
callInterceptors:(_a=callProperties.callOptions.interceptors)!==null&&_a!==void 0?_a:[],callInterceptorProviders:(_b=callProperties.
callOptions.interceptor_providers)!==null&&_b!==void 0?_b:[]},call=(0,client_interceptors_1.getInterceptingCall)(interceptorArgs,
callProperties.methodDefinition,callProperties.callOptions,callProperties.channel);stream.call=call;let receivedStatus=!1,
callerStackError=new Error;return call.start(callProperties.metadata,{onReceiveMetadata(metadata2){stream.emit("metadata",
metadata2)},onReceiveMessage(message){stream.push(message)},onReceiveStatus(status){if(!receivedStatus){if(receivedStatus=
!0,stream.push(null),status.code!==constants_1.Status.OK){let callerStack=getErrorStackString(callerStackError);stream.emit(
"error",(0,call_1.callErrorFromStatus)(status,callerStack))}callerStackError=null,stream.emit("status",status)}}}),stream}};
exports.Client=Client2}});var require_make_client=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/make-client.js"(exports){"use strict";Object.
defineProperty(exports,"__esModule",{value:!0});exports.makeClientConstructor=makeClientConstructor;exports.loadPackageDefinition=
loadPackageDefinition;var client_1=require_client(),requesterFuncs={unary:client_1.Client.prototype.makeUnaryRequest,server_stream:client_1.
Client.prototype.makeServerStreamRequest,client_stream:client_1.Client.prototype.makeClientStreamRequest,bidi:client_1.Client.
prototype.makeBidiStreamRequest};function isPrototypePolluted(key){return["__proto__","prototype","constructor"].includes(
key)}function makeClientConstructor(methods,serviceName,classOptions){classOptions||(classOptions={});class ServiceClientImpl extends client_1.
Client{}return Object.keys(methods).forEach(name=>{if(isPrototypePolluted(name))return;let attrs=methods[name],methodType;
if(typeof name=="string"&&name.charAt(0)==="$")throw new Error("Method names cannot start with $");attrs.requestStream?attrs.
responseStream?methodType="bidi":methodType="client_stream":attrs.responseStream?methodType="server_stream":methodType="\
unary";let serialize=attrs.requestSerialize,deserialize=attrs.responseDeserialize,methodFunc=partial(requesterFuncs[methodType],
attrs.path,serialize,deserialize);ServiceClientImpl.prototype[name]=methodFunc,Object.assign(ServiceClientImpl.prototype[name],
attrs),attrs.originalName&&!isPrototypePolluted(attrs.originalName)&&(ServiceClientImpl.prototype[attrs.originalName]=ServiceClientImpl.
prototype[name])}),ServiceClientImpl.service=methods,ServiceClientImpl.serviceName=serviceName,ServiceClientImpl}function partial(fn,path,serialize,deserialize){
return function(...args){return fn.call(this,path,serialize,deserialize,...args)}}function isProtobufTypeDefinition(obj){
return"format"in obj}function loadPackageDefinition(packageDef){let result={};for(let serviceFqn in packageDef)if(Object.
prototype.hasOwnProperty.call(packageDef,serviceFqn)){let service=packageDef[serviceFqn],nameComponents=serviceFqn.split(
".");if(nameComponents.some(comp=>isPrototypePolluted(comp)))continue;let serviceName=nameComponents[nameComponents.length-
1],current=result;for(let packageName of nameComponents.slice(0,-1))current[packageName]||(current[packageName]={}),current=
current[packageName];isProtobufTypeDefinition(service)?current[serviceName]=service:current[serviceName]=makeClientConstructor(
service,serviceName,{})}return result}}});var require_channelz=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/channelz.js"(exports){"use strict";Object.defineProperty(
exports,"__esModule",{value:!0});exports.registerChannelzSocket=exports.registerChannelzServer=exports.registerChannelzSubchannel=
exports.registerChannelzChannel=exports.ChannelzCallTrackerStub=exports.ChannelzCallTracker=exports.ChannelzChildrenTrackerStub=
exports.ChannelzChildrenTracker=exports.ChannelzTrace=exports.ChannelzTraceStub=void 0;exports.unregisterChannelzRef=unregisterChannelzRef;
exports.dateToProtoTimestamp=dateToProtoTimestamp;exports.getChannelzHandlers=getChannelzHandlers;exports.getChannelzServiceDefinition=
getChannelzServiceDefinition;exports.setup=setup;var net_1=__require("net"),ordered_map_1=require_cjs(),connectivity_state_1=require_connectivity_state(),
constants_1=require_constants(),subchannel_address_1=require_subchannel_address(),admin_1=require_admin(),make_client_1=require_make_client();
function channelRefToMessage(ref){return{channel_id:ref.id,name:ref.name}}function subchannelRefToMessage(ref){return{subchannel_id:ref.
id,name:ref.name}}function serverRefToMessage(ref){return{server_id:ref.id}}function socketRefToMessage(ref){return{socket_id:ref.
id,name:ref.name}}var TARGET_RETAINED_TRACES=32,DEFAULT_MAX_RESULTS=100,ChannelzTraceStub=class{constructor(){this.events=
[],this.creationTimestamp=new Date,this.eventsLogged=0}addTrace(){}getTraceMessage(){return{creation_timestamp:dateToProtoTimestamp(
this.creationTimestamp),num_events_logged:this.eventsLogged,events:[]}}};exports.ChannelzTraceStub=ChannelzTraceStub;var ChannelzTrace=class{constructor(){
this.events=[],this.eventsLogged=0,this.creationTimestamp=new Date}addTrace(severity,description,child){let timestamp=new Date;
this.events.push({description,severity,timestamp,childChannel:child?.kind==="channel"?child:void 0,childSubchannel:child?.
kind==="subchannel"?child:void 0}),this.events.length>=TARGET_RETAINED_TRACES*2&&(this.events=this.events.slice(TARGET_RETAINED_TRACES)),
this.eventsLogged+=1}getTraceMessage(){return{creation_timestamp:dateToProtoTimestamp(this.creationTimestamp),num_events_logged:this.
eventsLogged,events:this.events.map(event=>({description:event.description,severity:event.severity,timestamp:dateToProtoTimestamp(
event.timestamp),channel_ref:event.childChannel?channelRefToMessage(event.childChannel):null,subchannel_ref:event.childSubchannel?
subchannelRefToMessage(event.childSubchannel):null}))}}};exports.ChannelzTrace=ChannelzTrace;var ChannelzChildrenTracker=class{constructor(){
this.channelChildren=new ordered_map_1.OrderedMap,this.subchannelChildren=new ordered_map_1.OrderedMap,this.socketChildren=
new ordered_map_1.OrderedMap,this.trackerMap={channel:this.channelChildren,subchannel:this.subchannelChildren,socket:this.
socketChildren}}refChild(child){let tracker=this.trackerMap[child.kind],trackedChild=tracker.find(child.id);trackedChild.
equals(tracker.end())?tracker.setElement(child.id,{ref:child,count:1},trackedChild):trackedChild.pointer[1].count+=1}unrefChild(child){
let tracker=this.trackerMap[child.kind],trackedChild=tracker.getElementByKey(child.id);trackedChild!==void 0&&(trackedChild.
count-=1,trackedChild.count===0&&tracker.eraseElementByKey(child.id))}getChildLists(){return{channels:this.channelChildren,
subchannels:this.subchannelChildren,sockets:this.socketChildren}}};exports.ChannelzChildrenTracker=ChannelzChildrenTracker;
var ChannelzChildrenTrackerStub=class extends ChannelzChildrenTracker{refChild(){}unrefChild(){}};exports.ChannelzChildrenTrackerStub=
ChannelzChildrenTrackerStub;var ChannelzCallTracker=class{constructor(){this.callsStarted=0,this.callsSucceeded=0,this.callsFailed=
0,this.lastCallStartedTimestamp=null}addCallStarted(){this.callsStarted+=1,this.lastCallStartedTimestamp=Date.now()}addCallSucceeded(){
this.callsSucceeded+=1}addCallFailed(){this.callsFailed+=1}};exports.ChannelzCallTracker=ChannelzCallTracker;var ChannelzCallTrackerStub=class extends ChannelzCallTracker{addCallStarted(){}addCallSucceeded(){}addCallFailed(){}};
exports.ChannelzCallTrackerStub=ChannelzCallTrackerStub;var entityMaps={channel:new ordered_map_1.OrderedMap,subchannel:new ordered_map_1.
OrderedMap,server:new ordered_map_1.OrderedMap,socket:new ordered_map_1.OrderedMap},generateRegisterFn=kind=>{let nextId=1;
function getNextId(){return nextId++}let entityMap=entityMaps[kind];return(name,getInfo,channelzEnabled)=>{let id=getNextId(),
ref={id,name,kind};return channelzEnabled&&entityMap.setElement(id,{ref,getInfo}),ref}};exports.registerChannelzChannel=
generateRegisterFn("channel");exports.registerChannelzSubchannel=generateRegisterFn("subchannel");exports.registerChannelzServer=
generateRegisterFn("server");exports.registerChannelzSocket=generateRegisterFn("socket");function unregisterChannelzRef(ref){
entityMaps[ref.kind].eraseElementByKey(ref.id)}function parseIPv6Section(addressSection){let numberValue=Number.parseInt(
addressSection,16);return[numberValue/256|0,numberValue%256]}function parseIPv6Chunk(addressChunk){if(addressChunk==="")
return[];let bytePairs=addressChunk.split(":").map(section=>parseIPv6Section(section));return[].concat(...bytePairs)}function isIPv6MappedIPv4(ipAddress){
return(0,net_1.isIPv6)(ipAddress)&&ipAddress.toLowerCase().startsWith("::ffff:")&&(0,net_1.isIPv4)(ipAddress.substring(7))}
function ipv4AddressStringToBuffer(ipAddress){return Buffer.from(Uint8Array.from(ipAddress.split(".").map(segment=>Number.
parseInt(segment))))}function ipAddressStringToBuffer(ipAddress){if((0,net_1.isIPv4)(ipAddress))return ipv4AddressStringToBuffer(
ipAddress);if(isIPv6MappedIPv4(ipAddress))return ipv4AddressStringToBuffer(ipAddress.substring(7));if((0,net_1.isIPv6)(ipAddress)){
let leftSection,rightSection,doubleColonIndex=ipAddress.indexOf("::");doubleColonIndex===-1?(leftSection=ipAddress,rightSection=
""):(leftSection=ipAddress.substring(0,doubleColonIndex),rightSection=ipAddress.substring(doubleColonIndex+2));let leftBuffer=Buffer.
from(parseIPv6Chunk(leftSection)),rightBuffer=Buffer.from(parseIPv6Chunk(rightSection)),middleBuffer=Buffer.alloc(16-leftBuffer.
length-rightBuffer.length,0);return Buffer.concat([leftBuffer,middleBuffer,rightBuffer])}else return null}function connectivityStateToMessage(state){
switch(state){case connectivity_state_1.ConnectivityState.CONNECTING:return{state:"CONNECTING"};case connectivity_state_1.
ConnectivityState.IDLE:return{state:"IDLE"};case connectivity_state_1.ConnectivityState.READY:return{state:"READY"};case connectivity_state_1.
ConnectivityState.SHUTDOWN:return{state:"SHUTDOWN"};case connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE:return{
state:"TRANSIENT_FAILURE"};default:return{state:"UNKNOWN"}}}function dateToProtoTimestamp(date){if(date==null)return null;
let millisSinceEpoch=typeof date=="number"?date:date.getTime();return{seconds:Math.floor(millisSinceEpoch/1e3),nanos:millisSinceEpoch%
1e3*1e6}}function getChannelMessage(channelEntry){let resolvedInfo=channelEntry.getInfo(),channelRef=[],subchannelRef=[];
return resolvedInfo.children.channels.forEach(el=>{channelRef.push(channelRefToMessage(el[1].ref))}),resolvedInfo.children.
subchannels.forEach(el=>{subchannelRef.push(subchannelRefToMessage(el[1].ref))}),{ref:channelRefToMessage(channelEntry.ref),
data:{target:resolvedInfo.target,state:connectivityStateToMessage(resolvedInfo.state),calls_started:resolvedInfo.callTracker.
callsStarted,calls_succeeded:resolvedInfo.callTracker.callsSucceeded,calls_failed:resolvedInfo.callTracker.callsFailed,last_call_started_timestamp:dateToProtoTimestamp(
resolvedInfo.callTracker.lastCallStartedTimestamp),trace:resolvedInfo.trace.getTraceMessage()},channel_ref:channelRef,subchannel_ref:subchannelRef}}
function GetChannel(call,callback){let channelId=parseInt(call.request.channel_id,10),channelEntry=entityMaps.channel.getElementByKey(
channelId);if(channelEntry===void 0){callback({code:constants_1.Status.NOT_FOUND,details:"No channel data found for id "+
channelId});return}callback(null,{channel:getChannelMessage(channelEntry)})}function GetTopChannels(call,callback){let maxResults=parseInt(
call.request.max_results,10)||DEFAULT_MAX_RESULTS,resultList=[],startId=parseInt(call.request.start_channel_id,10),channelEntries=entityMaps.
channel,i;for(i=channelEntries.lowerBound(startId);!i.equals(channelEntries.end())&&resultList.length<maxResults;i=i.next())
resultList.push(getChannelMessage(i.pointer[1]));callback(null,{channel:resultList,end:i.equals(channelEntries.end())})}
function getServerMessage(serverEntry){let resolvedInfo=serverEntry.getInfo(),listenSocket=[];return resolvedInfo.listenerChildren.
sockets.forEach(el=>{listenSocket.push(socketRefToMessage(el[1].ref))}),{ref:serverRefToMessage(serverEntry.ref),data:{calls_started:resolvedInfo.
callTracker.callsStarted,calls_succeeded:resolvedInfo.callTracker.callsSucceeded,calls_failed:resolvedInfo.callTracker.callsFailed,
last_call_started_timestamp:dateToProtoTimestamp(resolvedInfo.callTracker.lastCallStartedTimestamp),trace:resolvedInfo.trace.
getTraceMessage()},listen_socket:listenSocket}}function GetServer(call,callback){let serverId=parseInt(call.request.server_id,
10),serverEntry=entityMaps.server.getElementByKey(serverId);if(serverEntry===void 0){callback({code:constants_1.Status.NOT_FOUND,
details:"No server data found for id "+serverId});return}callback(null,{server:getServerMessage(serverEntry)})}function GetServers(call,callback){
let maxResults=parseInt(call.request.max_results,10)||DEFAULT_MAX_RESULTS,startId=parseInt(call.request.start_server_id,
10),serverEntries=entityMaps.server,resultList=[],i;for(i=serverEntries.lowerBound(startId);!i.equals(serverEntries.end())&&
resultList.length<maxResults;i=i.next())resultList.push(getServerMessage(i.pointer[1]));callback(null,{server:resultList,
end:i.equals(serverEntries.end())})}function GetSubchannel(call,callback){let subchannelId=parseInt(call.request.subchannel_id,
10),subchannelEntry=entityMaps.subchannel.getElementByKey(subchannelId);if(subchannelEntry===void 0){callback({code:constants_1.
Status.NOT_FOUND,details:"No subchannel data found for id "+subchannelId});return}let resolvedInfo=subchannelEntry.getInfo(),
listenSocket=[];resolvedInfo.children.sockets.forEach(el=>{listenSocket.push(socketRefToMessage(el[1].ref))});let subchannelMessage={
ref:subchannelRefToMessage(subchannelEntry.ref),data:{target:resolvedInfo.target,state:connectivityStateToMessage(resolvedInfo.
state),calls_started:resolvedInfo.callTracker.callsStarted,calls_succeeded:resolvedInfo.callTracker.callsSucceeded,calls_failed:resolvedInfo.
callTracker.callsFailed,last_call_started_timestamp:dateToProtoTimestamp(resolvedInfo.callTracker.lastCallStartedTimestamp),
trace:resolvedInfo.trace.getTraceMessage()},socket_ref:listenSocket};callback(null,{subchannel:subchannelMessage})}function subchannelAddressToAddressMessage(subchannelAddress){
var _a;return(0,subchannel_address_1.isTcpSubchannelAddress)(subchannelAddress)?{address:"tcpip_address",tcpip_address:{
ip_address:(_a=ipAddressStringToBuffer(subchannelAddress.host))!==null&&_a!==void 0?_a:void 0,port:subchannelAddress.port}}:
{address:"uds_address",uds_address:{filename:subchannelAddress.path}}}function GetSocket(call,callback){var _a,_b,_c,_d,
_e;let socketId=parseInt(call.request.socket_id,10),socketEntry=entityMaps.socket.getElementByKey(socketId);if(socketEntry===
void 0){callback({code:constants_1.Status.NOT_FOUND,details:"No socket data found for id "+socketId});return}let resolvedInfo=socketEntry.
getInfo(),securityMessage=resolvedInfo.security?{model:"tls",tls:{cipher_suite:resolvedInfo.security.cipherSuiteStandardName?
"standard_name":"other_name",standard_name:(_a=resolvedInfo.security.cipherSuiteStandardName)!==null&&_a!==void 0?_a:void 0,
other_name:(_b=resolvedInfo.security.cipherSuiteOtherName)!==null&&_b!==void 0?_b:void 0,local_certificate:(_c=resolvedInfo.
security.localCertificate)!==null&&_c!==void 0?_c:void 0,remote_certificate:(_d=resolvedInfo.security.remoteCertificate)!==
null&&_d!==void 0?_d:void 0}}:null,socketMessage={ref:socketRefToMessage(socketEntry.ref),local:resolvedInfo.localAddress?
subchannelAddressToAddressMessage(resolvedInfo.localAddress):null,remote:resolvedInfo.remoteAddress?subchannelAddressToAddressMessage(
resolvedInfo.remoteAddress):null,remote_name:(_e=resolvedInfo.remoteName)!==null&&_e!==void 0?_e:void 0,security:securityMessage,
data:{keep_alives_sent:resolvedInfo.keepAlivesSent,streams_started:resolvedInfo.streamsStarted,streams_succeeded:resolvedInfo.
streamsSucceeded,streams_failed:resolvedInfo.streamsFailed,last_local_stream_created_timestamp:dateToProtoTimestamp(resolvedInfo.
lastLocalStreamCreatedTimestamp),last_remote_stream_created_timestamp:dateToProtoTimestamp(resolvedInfo.lastRemoteStreamCreatedTimestamp),
messages_received:resolvedInfo.messagesReceived,messages_sent:resolvedInfo.messagesSent,last_message_received_timestamp:dateToProtoTimestamp(
resolvedInfo.lastMessageReceivedTimestamp),last_message_sent_timestamp:dateToProtoTimestamp(resolvedInfo.lastMessageSentTimestamp),
local_flow_control_window:resolvedInfo.localFlowControlWindow?{value:resolvedInfo.localFlowControlWindow}:null,remote_flow_control_window:resolvedInfo.
remoteFlowControlWindow?{value:resolvedInfo.remoteFlowControlWindow}:null}};callback(null,{socket:socketMessage})}function GetServerSockets(call,callback){
let serverId=parseInt(call.request.server_id,10),serverEntry=entityMaps.server.getElementByKey(serverId);if(serverEntry===
void 0){callback({code:constants_1.Status.NOT_FOUND,details:"No server data found for id "+serverId});return}let startId=parseInt(
call.request.start_socket_id,10),maxResults=parseInt(call.request.max_results,10)||DEFAULT_MAX_RESULTS,allSockets=serverEntry.
getInfo().sessionChildren.sockets,resultList=[],i;for(i=allSockets.lowerBound(startId);!i.equals(allSockets.end())&&resultList.
length<maxResults;i=i.next())resultList.push(socketRefToMessage(i.pointer[1].ref));callback(null,{socket_ref:resultList,
end:i.equals(allSockets.end())})}function getChannelzHandlers(){return{GetChannel,GetTopChannels,GetServer,GetServers,GetSubchannel,
GetSocket,GetServerSockets}}var loadedChannelzDefinition=null;function getChannelzServiceDefinition(){if(loadedChannelzDefinition)
return loadedChannelzDefinition;let loaderLoadSync=__require("@grpc/proto-loader").loadSync,loadedProto=loaderLoadSync("\
channelz.proto",{keepCase:!0,longs:String,enums:String,defaults:!0,oneofs:!0,includeDirs:[`${__dirname}/../../proto`]});
return loadedChannelzDefinition=(0,make_client_1.loadPackageDefinition)(loadedProto).grpc.channelz.v1.Channelz.service,loadedChannelzDefinition}
function setup(){(0,admin_1.registerAdminService)(getChannelzServiceDefinition,getChannelzHandlers)}}});var require_call_number=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/call-number.js"(exports){"use strict";Object.
defineProperty(exports,"__esModule",{value:!0});exports.getNextCallNumber=getNextCallNumber;var nextCallNumber=0;function getNextCallNumber(){
return nextCallNumber++}}});var require_compression_algorithms=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/compression-algorithms.js"(exports){
"use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.CompressionAlgorithms=void 0;var CompressionAlgorithms;
(function(CompressionAlgorithms2){CompressionAlgorithms2[CompressionAlgorithms2.identity=0]="identity",CompressionAlgorithms2[CompressionAlgorithms2.
deflate=1]="deflate",CompressionAlgorithms2[CompressionAlgorithms2.gzip=2]="gzip"})(CompressionAlgorithms||(exports.CompressionAlgorithms=
CompressionAlgorithms={}))}});var require_filter=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/filter.js"(exports){"use strict";Object.defineProperty(
exports,"__esModule",{value:!0});exports.BaseFilter=void 0;var BaseFilter=class{async sendMetadata(metadata){return metadata}receiveMetadata(metadata){
return metadata}async sendMessage(message){return message}async receiveMessage(message){return message}receiveTrailers(status){
return status}};exports.BaseFilter=BaseFilter}});var require_compression_filter=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/compression-filter.js"(exports){"\
use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.CompressionFilterFactory=exports.CompressionFilter=
void 0;var zlib=__require("zlib"),compression_algorithms_1=require_compression_algorithms(),constants_1=require_constants(),
filter_1=require_filter(),logging=require_logging(),isCompressionAlgorithmKey=key=>typeof key=="number"&&typeof compression_algorithms_1.
CompressionAlgorithms[key]=="string",CompressionHandler=class{async writeMessage(message,compress){let messageBuffer=message;
compress&&(messageBuffer=await this.compressMessage(messageBuffer));let output=Buffer.allocUnsafe(messageBuffer.length+5);
return output.writeUInt8(compress?1:0,0),output.writeUInt32BE(messageBuffer.length,1),messageBuffer.copy(output,5),output}async readMessage(data){
let compressed=data.readUInt8(0)===1,messageBuffer=data.slice(5);return compressed&&(messageBuffer=await this.decompressMessage(
messageBuffer)),messageBuffer}},IdentityHandler=class extends CompressionHandler{async compressMessage(message){return message}async writeMessage(message,compress){
let output=Buffer.allocUnsafe(message.length+5);return output.writeUInt8(0,0),output.writeUInt32BE(message.length,1),message.
copy(output,5),output}decompressMessage(message){return Promise.reject(new Error('Received compressed message but "grpc-\
encoding" header was identity'))}},DeflateHandler=class extends CompressionHandler{constructor(maxRecvMessageLength){super(),
this.maxRecvMessageLength=maxRecvMessageLength}compressMessage(message){return new Promise((resolve,reject)=>{zlib.deflate(
message,(err,output)=>{err?reject(err):resolve(output)})})}decompressMessage(message){return new Promise((resolve,reject)=>{
let totalLength=0,messageParts=[],decompresser=zlib.createInflate();decompresser.on("error",error=>{reject({code:constants_1.
Status.INTERNAL,details:"Failed to decompress deflate-encoded message"})}),decompresser.on("data",chunk=>{messageParts.push(
chunk),totalLength+=chunk.byteLength,this.maxRecvMessageLength!==-1&&totalLength>this.maxRecvMessageLength&&(decompresser.
destroy(),reject({code:constants_1.Status.RESOURCE_EXHAUSTED,details:`Received message that decompresses to a size large\
r than ${this.maxRecvMessageLength}`}))}),decompresser.on("end",()=>{resolve(Buffer.concat(messageParts))}),decompresser.
write(message),decompresser.end()})}},GzipHandler=class extends CompressionHandler{constructor(maxRecvMessageLength){super(),
this.maxRecvMessageLength=maxRecvMessageLength}compressMessage(message){return new Promise((resolve,reject)=>{zlib.gzip(
message,(err,output)=>{err?reject(err):resolve(output)})})}decompressMessage(message){return new Promise((resolve,reject)=>{
let totalLength=0,messageParts=[],decompresser=zlib.createGunzip();decompresser.on("error",error=>{reject({code:constants_1.
Status.INTERNAL,details:"Failed to decompress gzip-encoded message"})}),decompresser.on("data",chunk=>{messageParts.push(
chunk),totalLength+=chunk.byteLength,this.maxRecvMessageLength!==-1&&totalLength>this.maxRecvMessageLength&&(decompresser.
destroy(),reject({code:constants_1.Status.RESOURCE_EXHAUSTED,details:`Received message that decompresses to a size large\
r than ${this.maxRecvMessageLength}`}))}),decompresser.on("end",()=>{resolve(Buffer.concat(messageParts))}),decompresser.
write(message),decompresser.end()})}},UnknownHandler=class extends CompressionHandler{constructor(compressionName){super(),
this.compressionName=compressionName}compressMessage(message){return Promise.reject(new Error(`Received message compress\
ed with unsupported compression method ${this.compressionName}`))}decompressMessage(message){return Promise.reject(new Error(
`Compression method not supported: ${this.compressionName}`))}};function getCompressionHandler(compressionName,maxReceiveMessageSize){
switch(compressionName){case"identity":return new IdentityHandler;case"deflate":return new DeflateHandler(maxReceiveMessageSize);case"\
gzip":return new GzipHandler(maxReceiveMessageSize);default:return new UnknownHandler(compressionName)}}var CompressionFilter=class extends filter_1.
BaseFilter{constructor(channelOptions,sharedFilterConfig){var _a,_b,_c;super(),this.sharedFilterConfig=sharedFilterConfig,
this.sendCompression=new IdentityHandler,this.receiveCompression=new IdentityHandler,this.currentCompressionAlgorithm="i\
dentity";let compressionAlgorithmKey=channelOptions["grpc.default_compression_algorithm"];if(this.maxReceiveMessageLength=
(_a=channelOptions["grpc.max_receive_message_length"])!==null&&_a!==void 0?_a:constants_1.DEFAULT_MAX_RECEIVE_MESSAGE_LENGTH,
this.maxSendMessageLength=(_b=channelOptions["grpc.max_send_message_length"])!==null&&_b!==void 0?_b:constants_1.DEFAULT_MAX_SEND_MESSAGE_LENGTH,
compressionAlgorithmKey!==void 0)if(isCompressionAlgorithmKey(compressionAlgorithmKey)){let clientSelectedEncoding=compression_algorithms_1.
CompressionAlgorithms[compressionAlgorithmKey],serverSupportedEncodings=(_c=sharedFilterConfig.serverSupportedEncodingHeader)===
null||_c===void 0?void 0:_c.split(",");(!serverSupportedEncodings||serverSupportedEncodings.includes(clientSelectedEncoding))&&
(this.currentCompressionAlgorithm=clientSelectedEncoding,this.sendCompression=getCompressionHandler(this.currentCompressionAlgorithm,
-1))}else logging.log(constants_1.LogVerbosity.ERROR,`Invalid value provided for grpc.default_compression_algorithm opti\
on: ${compressionAlgorithmKey}`)}async sendMetadata(metadata){let headers=await metadata;return headers.set("grpc-accept\
-encoding","identity,deflate,gzip"),headers.set("accept-encoding","identity"),this.currentCompressionAlgorithm==="identi\
ty"?headers.remove("grpc-encoding"):headers.set("grpc-encoding",this.currentCompressionAlgorithm),headers}receiveMetadata(metadata){
let receiveEncoding=metadata.get("grpc-encoding");if(receiveEncoding.length>0){let encoding=receiveEncoding[0];typeof encoding==
"string"&&(this.receiveCompression=getCompressionHandler(encoding,this.maxReceiveMessageLength))}metadata.remove("grpc-e\
ncoding");let serverSupportedEncodingsHeader=metadata.get("grpc-accept-encoding")[0];return serverSupportedEncodingsHeader&&
(this.sharedFilterConfig.serverSupportedEncodingHeader=serverSupportedEncodingsHeader,serverSupportedEncodingsHeader.split(
",").includes(this.currentCompressionAlgorithm)||(this.sendCompression=new IdentityHandler,this.currentCompressionAlgorithm=
"identity")),metadata.remove("grpc-accept-encoding"),metadata}async sendMessage(message){var _a;let resolvedMessage=await message;
if(this.maxSendMessageLength!==-1&&resolvedMessage.message.length>this.maxSendMessageLength)throw{code:constants_1.Status.
RESOURCE_EXHAUSTED,details:`Attempted to send message with a size larger than ${this.maxSendMessageLength}`};let compress;
return this.sendCompression instanceof IdentityHandler?compress=!1:compress=(((_a=resolvedMessage.flags)!==null&&_a!==void 0?
_a:0)&2)===0,{message:await this.sendCompression.writeMessage(resolvedMessage.message,compress),flags:resolvedMessage.flags}}async receiveMessage(message){
return this.receiveCompression.readMessage(await message)}};exports.CompressionFilter=CompressionFilter;var CompressionFilterFactory=class{constructor(channel,options){
this.options=options,this.sharedFilterConfig={}}createFilter(){return new CompressionFilter(this.options,this.sharedFilterConfig)}};
exports.CompressionFilterFactory=CompressionFilterFactory}});var require_control_plane_status=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/control-plane-status.js"(exports){
"use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.restrictControlPlaneStatusCode=restrictControlPlaneStatusCode;
var constants_1=require_constants(),INAPPROPRIATE_CONTROL_PLANE_CODES=[constants_1.Status.OK,constants_1.Status.INVALID_ARGUMENT,
constants_1.Status.NOT_FOUND,constants_1.Status.ALREADY_EXISTS,constants_1.Status.FAILED_PRECONDITION,constants_1.Status.
ABORTED,constants_1.Status.OUT_OF_RANGE,constants_1.Status.DATA_LOSS];function restrictControlPlaneStatusCode(code,details){
return INAPPROPRIATE_CONTROL_PLANE_CODES.includes(code)?{code:constants_1.Status.INTERNAL,details:`Invalid status from c\
ontrol plane: ${code} ${constants_1.Status[code]} ${details}`}:{code,details}}}});var require_deadline=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/deadline.js"(exports){"use strict";Object.defineProperty(
exports,"__esModule",{value:!0});exports.minDeadline=minDeadline;exports.getDeadlineTimeoutString=getDeadlineTimeoutString;
exports.getRelativeTimeout=getRelativeTimeout;exports.deadlineToString=deadlineToString;exports.formatDateDifference=formatDateDifference;
function minDeadline(...deadlineList){let minValue=1/0;for(let deadline of deadlineList){let deadlineMsecs=deadline instanceof
Date?deadline.getTime():deadline;deadlineMsecs<minValue&&(minValue=deadlineMsecs)}return minValue}var units=[["m",1],["S",
1e3],["M",60*1e3],["H",3600*1e3]];function getDeadlineTimeoutString(deadline){let now=Date.now();deadline instanceof Date&&
(deadline=deadline.getTime());let timeoutMs=Math.max(deadline-now,0);for(let[unit,factor]of units){let amount=timeoutMs/
factor;if(amount<1e8)return String(Math.ceil(amount))+unit}throw new Error("Deadline is too far in the future")}var MAX_TIMEOUT_TIME=2147483647;
function getRelativeTimeout(deadline){let deadlineMs=deadline instanceof Date?deadline.getTime():deadline,now=Date.now(),
timeout=deadlineMs-now;return timeout<0?0:timeout>MAX_TIMEOUT_TIME?1/0:timeout}function deadlineToString(deadline){if(deadline instanceof
Date)return deadline.toISOString();{let dateDeadline=new Date(deadline);return Number.isNaN(dateDeadline.getTime())?""+deadline:
dateDeadline.toISOString()}}function formatDateDifference(startDate,endDate){let startMs=typeof startDate=="number"?startDate:
startDate.getTime();return(((typeof endDate=="number"?endDate:endDate.getTime())-startMs)/1e3).toFixed(3)+"s"}}});var require_filter_stack=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/filter-stack.js"(exports){"use strict";
Object.defineProperty(exports,"__esModule",{value:!0});exports.FilterStackFactory=exports.FilterStack=void 0;var FilterStack=class{constructor(filters){
this.filters=filters}sendMetadata(metadata){let result=metadata;for(let i=0;i<this.filters.length;i++)result=this.filters[i].
sendMetadata(result);return result}receiveMetadata(metadata){let result=metadata;for(let i=this.filters.length-1;i>=0;i--)
result=this.filters[i].receiveMetadata(result);return result}sendMessage(message){let result=message;for(let i=0;i<this.
filters.length;i++)result=this.filters[i].sendMessage(result);return result}receiveMessage(message){let result=message;for(let i=this.
filters.length-1;i>=0;i--)result=this.filters[i].receiveMessage(result);return result}receiveTrailers(status){let result=status;
for(let i=this.filters.length-1;i>=0;i--)result=this.filters[i].receiveTrailers(result);return result}push(filters){this.
filters.unshift(...filters)}getFilters(){return this.filters}};exports.FilterStack=FilterStack;var FilterStackFactory=class _FilterStackFactory{constructor(factories){
this.factories=factories}push(filterFactories){this.factories.unshift(...filterFactories)}clone(){return new _FilterStackFactory(
[...this.factories])}createFilter(){return new FilterStack(this.factories.map(factory=>factory.createFilter()))}};exports.
FilterStackFactory=FilterStackFactory}});var require_single_subchannel_channel=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/single-subchannel-channel.\
js"(exports){"use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.SingleSubchannelChannel=void 0;
var call_number_1=require_call_number(),channelz_1=require_channelz(),compression_filter_1=require_compression_filter(),
connectivity_state_1=require_connectivity_state(),constants_1=require_constants(),control_plane_status_1=require_control_plane_status(),
deadline_1=require_deadline(),filter_stack_1=require_filter_stack(),metadata_1=require_metadata(),resolver_1=require_resolver(),
uri_parser_1=require_uri_parser(),SubchannelCallWrapper=class{constructor(subchannel,method,filterStackFactory,options,callNumber){
this.subchannel=subchannel,this.method=method,this.options=options,this.callNumber=callNumber,this.childCall=null,this.pendingMessage=
null,this.readPending=!1,this.halfClosePending=!1,this.pendingStatus=null,this.readFilterPending=!1,this.writeFilterPending=
!1,this.serviceUrl=(0,uri_parser_1.computeServiceUrl)(this.options.host,this.method);let timeout=(0,deadline_1.getRelativeTimeout)(
options.deadline);timeout!==1/0&&(timeout<=0?this.cancelWithStatus(constants_1.Status.DEADLINE_EXCEEDED,"Deadline exceed\
ed"):setTimeout(()=>{this.cancelWithStatus(constants_1.Status.DEADLINE_EXCEEDED,"Deadline exceeded")},timeout)),this.filterStack=
filterStackFactory.createFilter()}cancelWithStatus(status,details){this.childCall?this.childCall.cancelWithStatus(status,
details):this.pendingStatus={code:status,details,metadata:new metadata_1.Metadata}}getPeer(){var _a,_b;return(_b=(_a=this.
childCall)===null||_a===void 0?void 0:_a.getPeer())!==null&&_b!==void 0?_b:this.subchannel.getAddress()}async start(metadata,listener){
if(this.pendingStatus){listener.onReceiveStatus(this.pendingStatus);return}if(this.subchannel.getConnectivityState()!==connectivity_state_1.
ConnectivityState.READY){listener.onReceiveStatus({code:constants_1.Status.UNAVAILABLE,details:"Subchannel not ready",metadata:new metadata_1.
Metadata});return}let filteredMetadata=await this.filterStack.sendMetadata(Promise.resolve(metadata)),credsMetadata;try{
credsMetadata=await this.subchannel.getCallCredentials().generateMetadata({method_name:this.method,service_url:this.serviceUrl})}catch(e){
let error=e,{code,details}=(0,control_plane_status_1.restrictControlPlaneStatusCode)(typeof error.code=="number"?error.code:
constants_1.Status.UNKNOWN,`Getting metadata from plugin failed with error: ${error.message}`);listener.onReceiveStatus(
{code,details,metadata:new metadata_1.Metadata});return}credsMetadata.merge(filteredMetadata);let childListener={onReceiveMetadata:async metadata2=>{
listener.onReceiveMetadata(await this.filterStack.receiveMetadata(metadata2))},onReceiveMessage:async message=>{this.readFilterPending=
!0;let filteredMessage=await this.filterStack.receiveMessage(message);this.readFilterPending=!1,listener.onReceiveMessage(
filteredMessage),this.pendingStatus&&listener.onReceiveStatus(this.pendingStatus)},onReceiveStatus:async status=>{let filteredStatus=await this.
filterStack.receiveTrailers(status);this.readFilterPending?this.pendingStatus=filteredStatus:listener.onReceiveStatus(filteredStatus)}};
this.childCall=this.subchannel.createCall(credsMetadata,this.options.host,this.method,childListener,this.callNumber),this.
readPending&&this.childCall.startRead(),this.pendingMessage&&this.childCall.sendMessageWithContext(this.pendingMessage.context,
this.pendingMessage.message),this.halfClosePending&&!this.writeFilterPending&&this.childCall.halfClose()}async sendMessageWithContext(context,message){
this.writeFilterPending=!0;let filteredMessage=await this.filterStack.sendMessage(Promise.resolve({message,flags:context.
flags}));this.writeFilterPending=!1,this.childCall?(this.childCall.sendMessageWithContext(context,filteredMessage.message),
this.halfClosePending&&this.childCall.halfClose()):this.pendingMessage={context,message:filteredMessage.message}}startRead(){
this.childCall?this.childCall.startRead():this.readPending=!0}halfClose(){this.childCall&&!this.writeFilterPending?this.
childCall.halfClose():this.halfClosePending=!0}getCallNumber(){return this.callNumber}setCredentials(credentials2){throw new Error(
"Method not implemented.")}getAuthContext(){return this.childCall?this.childCall.getAuthContext():null}},SingleSubchannelChannel=class{constructor(subchannel,target,options){
this.subchannel=subchannel,this.target=target,this.channelzEnabled=!1,this.channelzTrace=new channelz_1.ChannelzTrace,this.
callTracker=new channelz_1.ChannelzCallTracker,this.childrenTracker=new channelz_1.ChannelzChildrenTracker,this.channelzEnabled=
options["grpc.enable_channelz"]!==0,this.channelzRef=(0,channelz_1.registerChannelzChannel)((0,uri_parser_1.uriToString)(
target),()=>({target:`${(0,uri_parser_1.uriToString)(target)} (${subchannel.getAddress()})`,state:this.subchannel.getConnectivityState(),
trace:this.channelzTrace,callTracker:this.callTracker,children:this.childrenTracker.getChildLists()}),this.channelzEnabled),
this.channelzEnabled&&this.childrenTracker.refChild(subchannel.getChannelzRef()),this.filterStackFactory=new filter_stack_1.
FilterStackFactory([new compression_filter_1.CompressionFilterFactory(this,options)])}close(){this.channelzEnabled&&this.
childrenTracker.unrefChild(this.subchannel.getChannelzRef()),(0,channelz_1.unregisterChannelzRef)(this.channelzRef)}getTarget(){
return(0,uri_parser_1.uriToString)(this.target)}getConnectivityState(tryToConnect){throw new Error("Method not implement\
ed.")}watchConnectivityState(currentState,deadline,callback){throw new Error("Method not implemented.")}getChannelzRef(){
return this.channelzRef}createCall(method,deadline){let callOptions={deadline,host:(0,resolver_1.getDefaultAuthority)(this.
target),flags:constants_1.Propagate.DEFAULTS,parentCall:null};return new SubchannelCallWrapper(this.subchannel,method,this.
filterStackFactory,callOptions,(0,call_number_1.getNextCallNumber)())}};exports.SingleSubchannelChannel=SingleSubchannelChannel}});var require_subchannel=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/subchannel.js"(exports){"use strict";Object.
defineProperty(exports,"__esModule",{value:!0});exports.Subchannel=void 0;var connectivity_state_1=require_connectivity_state(),
backoff_timeout_1=require_backoff_timeout(),logging=require_logging(),constants_1=require_constants(),uri_parser_1=require_uri_parser(),
subchannel_address_1=require_subchannel_address(),channelz_1=require_channelz(),single_subchannel_channel_1=require_single_subchannel_channel(),
TRACER_NAME="subchannel",KEEPALIVE_MAX_TIME_MS=~(1<<31),Subchannel=class{constructor(channelTarget,subchannelAddress,options,credentials2,connector){
var _a;this.channelTarget=channelTarget,this.subchannelAddress=subchannelAddress,this.options=options,this.connector=connector,
this.connectivityState=connectivity_state_1.ConnectivityState.IDLE,this.transport=null,this.continueConnecting=!1,this.stateListeners=
new Set,this.refcount=0,this.channelzEnabled=!0,this.dataProducers=new Map,this.subchannelChannel=null;let backoffOptions={
initialDelay:options["grpc.initial_reconnect_backoff_ms"],maxDelay:options["grpc.max_reconnect_backoff_ms"]};this.backoffTimeout=
new backoff_timeout_1.BackoffTimeout(()=>{this.handleBackoffTimer()},backoffOptions),this.backoffTimeout.unref(),this.subchannelAddressString=
(0,subchannel_address_1.subchannelAddressToString)(subchannelAddress),this.keepaliveTime=(_a=options["grpc.keepalive_tim\
e_ms"])!==null&&_a!==void 0?_a:-1,options["grpc.enable_channelz"]===0?(this.channelzEnabled=!1,this.channelzTrace=new channelz_1.
ChannelzTraceStub,this.callTracker=new channelz_1.ChannelzCallTrackerStub,this.childrenTracker=new channelz_1.ChannelzChildrenTrackerStub,
this.streamTracker=new channelz_1.ChannelzCallTrackerStub):(this.channelzTrace=new channelz_1.ChannelzTrace,this.callTracker=
new channelz_1.ChannelzCallTracker,this.childrenTracker=new channelz_1.ChannelzChildrenTracker,this.streamTracker=new channelz_1.
ChannelzCallTracker),this.channelzRef=(0,channelz_1.registerChannelzSubchannel)(this.subchannelAddressString,()=>this.getChannelzInfo(),
this.channelzEnabled),this.channelzTrace.addTrace("CT_INFO","Subchannel created"),this.traceEnabled&&this.trace("Subchan\
nel constructed with options "+JSON.stringify(options,void 0,2)),this.secureConnector=credentials2._createSecureConnector(
channelTarget,options)}getChannelzInfo(){return{state:this.connectivityState,trace:this.channelzTrace,callTracker:this.callTracker,
children:this.childrenTracker.getChildLists(),target:this.subchannelAddressString}}get traceEnabled(){return logging.isTracerEnabled(
TRACER_NAME)}get refTraceEnabled(){return logging.isTracerEnabled("subchannel_refcount")}trace(text){this.traceEnabled&&
logging.trace(constants_1.LogVerbosity.DEBUG,TRACER_NAME,"("+this.channelzRef.id+") "+this.subchannelAddressString+" "+text)}refTrace(text){
this.refTraceEnabled&&logging.trace(constants_1.LogVerbosity.DEBUG,"subchannel_refcount","("+this.channelzRef.id+") "+this.
subchannelAddressString+" "+text)}handleBackoffTimer(){this.continueConnecting?this.transitionToState([connectivity_state_1.
ConnectivityState.TRANSIENT_FAILURE],connectivity_state_1.ConnectivityState.CONNECTING):this.transitionToState([connectivity_state_1.
ConnectivityState.TRANSIENT_FAILURE],connectivity_state_1.ConnectivityState.IDLE)}startBackoff(){this.backoffTimeout.runOnce()}stopBackoff(){
this.backoffTimeout.stop(),this.backoffTimeout.reset()}startConnectingInternal(){let options=this.options;if(options["gr\
pc.keepalive_time_ms"]){let adjustedKeepaliveTime=Math.min(this.keepaliveTime,KEEPALIVE_MAX_TIME_MS);options=Object.assign(
Object.assign({},options),{"grpc.keepalive_time_ms":adjustedKeepaliveTime})}this.connector.connect(this.subchannelAddress,
this.secureConnector,options).then(transport=>{this.transitionToState([connectivity_state_1.ConnectivityState.CONNECTING],
connectivity_state_1.ConnectivityState.READY)?(this.transport=transport,this.channelzEnabled&&this.childrenTracker.refChild(
transport.getChannelzRef()),transport.addDisconnectListener(tooManyPings=>{this.transitionToState([connectivity_state_1.
ConnectivityState.READY],connectivity_state_1.ConnectivityState.IDLE),tooManyPings&&this.keepaliveTime>0&&(this.keepaliveTime*=
2,logging.log(constants_1.LogVerbosity.ERROR,`Connection to ${(0,uri_parser_1.uriToString)(this.channelTarget)} at ${this.
subchannelAddressString} rejected by server because of excess pings. Increasing ping interval to ${this.keepaliveTime} m\
s`))})):transport.shutdown()},error=>{this.transitionToState([connectivity_state_1.ConnectivityState.CONNECTING],connectivity_state_1.
ConnectivityState.TRANSIENT_FAILURE,`${error}`)})}transitionToState(oldStates,newState,errorMessage){var _a,_b;if(oldStates.
indexOf(this.connectivityState)===-1)return!1;this.traceEnabled&&(errorMessage?this.trace(connectivity_state_1.ConnectivityState[this.
connectivityState]+" -> "+connectivity_state_1.ConnectivityState[newState]+' with error "'+errorMessage+'"'):this.trace(
connectivity_state_1.ConnectivityState[this.connectivityState]+" -> "+connectivity_state_1.ConnectivityState[newState])),
this.channelzEnabled&&this.channelzTrace.addTrace("CT_INFO","Connectivity state change to "+connectivity_state_1.ConnectivityState[newState]);
let previousState=this.connectivityState;switch(this.connectivityState=newState,newState){case connectivity_state_1.ConnectivityState.
READY:this.stopBackoff();break;case connectivity_state_1.ConnectivityState.CONNECTING:this.startBackoff(),this.startConnectingInternal(),
this.continueConnecting=!1;break;case connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE:this.channelzEnabled&&this.
transport&&this.childrenTracker.unrefChild(this.transport.getChannelzRef()),(_a=this.transport)===null||_a===void 0||_a.
shutdown(),this.transport=null,this.backoffTimeout.isRunning()||process.nextTick(()=>{this.handleBackoffTimer()});break;case connectivity_state_1.
ConnectivityState.IDLE:this.channelzEnabled&&this.transport&&this.childrenTracker.unrefChild(this.transport.getChannelzRef()),
(_b=this.transport)===null||_b===void 0||_b.shutdown(),this.transport=null;break;default:throw new Error(`Invalid state:\
 unknown ConnectivityState ${newState}`)}for(let listener of this.stateListeners)listener(this,previousState,newState,this.
keepaliveTime,errorMessage);return!0}ref(){this.refTraceEnabled&&this.refTrace("refcount "+this.refcount+" -> "+(this.refcount+
1)),this.refcount+=1}unref(){this.refTraceEnabled&&this.refTrace("refcount "+this.refcount+" -> "+(this.refcount-1)),this.
refcount-=1,this.refcount===0&&(this.channelzTrace.addTrace("CT_INFO","Shutting down"),(0,channelz_1.unregisterChannelzRef)(
this.channelzRef),this.secureConnector.destroy(),process.nextTick(()=>{this.transitionToState([connectivity_state_1.ConnectivityState.
CONNECTING,connectivity_state_1.ConnectivityState.READY],connectivity_state_1.ConnectivityState.IDLE)}))}unrefIfOneRef(){
return this.refcount===1?(this.unref(),!0):!1}createCall(metadata,host,method,listener,callId){if(!this.transport)throw new Error(
"Cannot create call, subchannel not READY");let statsTracker;return this.channelzEnabled?(this.callTracker.addCallStarted(),
this.streamTracker.addCallStarted(),statsTracker={onCallEnd:status=>{status.code===constants_1.Status.OK?this.callTracker.
addCallSucceeded():this.callTracker.addCallFailed()}}):statsTracker={},this.transport.createCall(metadata,host,method,listener,
statsTracker,callId)}startConnecting(){process.nextTick(()=>{this.transitionToState([connectivity_state_1.ConnectivityState.
IDLE],connectivity_state_1.ConnectivityState.CONNECTING)||this.connectivityState===connectivity_state_1.ConnectivityState.
TRANSIENT_FAILURE&&(this.continueConnecting=!0)})}getConnectivityState(){return this.connectivityState}addConnectivityStateListener(listener){
this.stateListeners.add(listener)}removeConnectivityStateListener(listener){this.stateListeners.delete(listener)}resetBackoff(){
process.nextTick(()=>{this.backoffTimeout.reset(),this.transitionToState([connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE],
connectivity_state_1.ConnectivityState.CONNECTING)})}getAddress(){return this.subchannelAddressString}getChannelzRef(){return this.
channelzRef}isHealthy(){return!0}addHealthStateWatcher(listener){}removeHealthStateWatcher(listener){}getRealSubchannel(){
return this}realSubchannelEquals(other){return other.getRealSubchannel()===this}throttleKeepalive(newKeepaliveTime){newKeepaliveTime>
this.keepaliveTime&&(this.keepaliveTime=newKeepaliveTime)}getCallCredentials(){return this.secureConnector.getCallCredentials()}getChannel(){
return this.subchannelChannel||(this.subchannelChannel=new single_subchannel_channel_1.SingleSubchannelChannel(this,this.
channelTarget,this.options)),this.subchannelChannel}addDataWatcher(dataWatcher){throw new Error("Not implemented")}getOrCreateDataProducer(name,createDataProducer){
let existingProducer=this.dataProducers.get(name);if(existingProducer)return existingProducer;let newProducer=createDataProducer(
this);return this.dataProducers.set(name,newProducer),newProducer}removeDataProducer(name){this.dataProducers.delete(name)}};
exports.Subchannel=Subchannel}});var require_environment=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/environment.js"(exports){"use strict";var _a,
_b;Object.defineProperty(exports,"__esModule",{value:!0});exports.GRPC_NODE_DEBUG_SEND_ERROR_DETAILS=exports.GRPC_NODE_USE_ALTERNATIVE_RESOLVER=
void 0;exports.GRPC_NODE_USE_ALTERNATIVE_RESOLVER=((_a=process.env.GRPC_NODE_USE_ALTERNATIVE_RESOLVER)!==null&&_a!==void 0?
_a:"false")==="true";exports.GRPC_NODE_DEBUG_SEND_ERROR_DETAILS=((_b=process.env.GRPC_NODE_DEBUG_SEND_ERROR_DETAILS)!==null&&
_b!==void 0?_b:"false")==="true"}});var require_resolver_dns=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/resolver-dns.js"(exports){"use strict";
Object.defineProperty(exports,"__esModule",{value:!0});exports.DEFAULT_PORT=void 0;exports.setup=setup;var resolver_1=require_resolver(),
dns_1=__require("dns"),service_config_1=require_service_config(),constants_1=require_constants(),call_interface_1=require_call_interface(),
metadata_1=require_metadata(),logging=require_logging(),constants_2=require_constants(),uri_parser_1=require_uri_parser(),
net_1=__require("net"),backoff_timeout_1=require_backoff_timeout(),environment_1=require_environment(),TRACER_NAME="dns_\
resolver";function trace(text){logging.trace(constants_2.LogVerbosity.DEBUG,TRACER_NAME,text)}exports.DEFAULT_PORT=443;var DEFAULT_MIN_TIME_BETWEEN_RESOLUTIONS_MS=3e4,
DnsResolver=class{constructor(target,listener,channelOptions){var _a,_b,_c;this.target=target,this.listener=listener,this.
pendingLookupPromise=null,this.pendingTxtPromise=null,this.latestLookupResult=null,this.latestServiceConfigResult=null,this.
continueResolving=!1,this.isNextResolutionTimerRunning=!1,this.isServiceConfigEnabled=!0,this.returnedIpResult=!1,this.alternativeResolver=
new dns_1.promises.Resolver,trace("Resolver constructed for target "+(0,uri_parser_1.uriToString)(target)),target.authority&&
this.alternativeResolver.setServers([target.authority]);let hostPort=(0,uri_parser_1.splitHostPort)(target.path);hostPort===
null?(this.ipResult=null,this.dnsHostname=null,this.port=null):(0,net_1.isIPv4)(hostPort.host)||(0,net_1.isIPv6)(hostPort.
host)?(this.ipResult=[{addresses:[{host:hostPort.host,port:(_a=hostPort.port)!==null&&_a!==void 0?_a:exports.DEFAULT_PORT}]}],
this.dnsHostname=null,this.port=null):(this.ipResult=null,this.dnsHostname=hostPort.host,this.port=(_b=hostPort.port)!==
null&&_b!==void 0?_b:exports.DEFAULT_PORT),this.percentage=Math.random()*100,channelOptions["grpc.service_config_disable\
_resolution"]===1&&(this.isServiceConfigEnabled=!1),this.defaultResolutionError={code:constants_1.Status.UNAVAILABLE,details:`\
Name resolution failed for target ${(0,uri_parser_1.uriToString)(this.target)}`,metadata:new metadata_1.Metadata};let backoffOptions={
initialDelay:channelOptions["grpc.initial_reconnect_backoff_ms"],maxDelay:channelOptions["grpc.max_reconnect_backoff_ms"]};
this.backoff=new backoff_timeout_1.BackoffTimeout(()=>{this.continueResolving&&this.startResolutionWithBackoff()},backoffOptions),
this.backoff.unref(),this.minTimeBetweenResolutionsMs=(_c=channelOptions["grpc.dns_min_time_between_resolutions_ms"])!==
null&&_c!==void 0?_c:DEFAULT_MIN_TIME_BETWEEN_RESOLUTIONS_MS,this.nextResolutionTimer=setTimeout(()=>{},0),clearTimeout(
this.nextResolutionTimer)}startResolution(){if(this.ipResult!==null){this.returnedIpResult||(trace("Returning IP address\
 for target "+(0,uri_parser_1.uriToString)(this.target)),setImmediate(()=>{this.listener((0,call_interface_1.statusOrFromValue)(
this.ipResult),{},null,"")}),this.returnedIpResult=!0),this.backoff.stop(),this.backoff.reset(),this.stopNextResolutionTimer();
return}if(this.dnsHostname===null)trace("Failed to parse DNS address "+(0,uri_parser_1.uriToString)(this.target)),setImmediate(
()=>{this.listener((0,call_interface_1.statusOrFromError)({code:constants_1.Status.UNAVAILABLE,details:`Failed to parse \
DNS address ${(0,uri_parser_1.uriToString)(this.target)}`}),{},null,"")}),this.stopNextResolutionTimer();else{if(this.pendingLookupPromise!==
null)return;trace("Looking up DNS hostname "+this.dnsHostname),this.latestLookupResult=null;let hostname=this.dnsHostname;
this.pendingLookupPromise=this.lookup(hostname),this.pendingLookupPromise.then(addressList=>{if(this.pendingLookupPromise===
null)return;this.pendingLookupPromise=null,this.latestLookupResult=(0,call_interface_1.statusOrFromValue)(addressList.map(
address=>({addresses:[address]})));let allAddressesString="["+addressList.map(addr=>addr.host+":"+addr.port).join(",")+"\
]";trace("Resolved addresses for target "+(0,uri_parser_1.uriToString)(this.target)+": "+allAddressesString);let healthStatus=this.
listener(this.latestLookupResult,{},this.latestServiceConfigResult,"");this.handleHealthStatus(healthStatus)},err=>{this.
pendingLookupPromise!==null&&(trace("Resolution error for target "+(0,uri_parser_1.uriToString)(this.target)+": "+err.message),
this.pendingLookupPromise=null,this.stopNextResolutionTimer(),this.listener((0,call_interface_1.statusOrFromError)(this.
defaultResolutionError),{},this.latestServiceConfigResult,""))}),this.isServiceConfigEnabled&&this.pendingTxtPromise===null&&
(this.pendingTxtPromise=this.resolveTxt(hostname),this.pendingTxtPromise.then(txtRecord=>{if(this.pendingTxtPromise===null)
return;this.pendingTxtPromise=null;let serviceConfig;try{serviceConfig=(0,service_config_1.extractAndSelectServiceConfig)(
txtRecord,this.percentage),serviceConfig?this.latestServiceConfigResult=(0,call_interface_1.statusOrFromValue)(serviceConfig):
this.latestServiceConfigResult=null}catch(err){this.latestServiceConfigResult=(0,call_interface_1.statusOrFromError)({code:constants_1.
Status.UNAVAILABLE,details:`Parsing service config failed with error ${err.message}`})}this.latestLookupResult!==null&&this.
listener(this.latestLookupResult,{},this.latestServiceConfigResult,"")},err=>{}))}}handleHealthStatus(healthStatus){healthStatus?
(this.backoff.stop(),this.backoff.reset()):this.continueResolving=!0}async lookup(hostname){if(environment_1.GRPC_NODE_USE_ALTERNATIVE_RESOLVER){
trace("Using alternative DNS resolver.");let records=await Promise.allSettled([this.alternativeResolver.resolve4(hostname),
this.alternativeResolver.resolve6(hostname)]);if(records.every(result=>result.status==="rejected"))throw new Error(records[0].
reason);return records.reduce((acc,result)=>result.status==="fulfilled"?[...acc,...result.value]:acc,[]).map(addr=>({host:addr,
port:+this.port}))}return(await dns_1.promises.lookup(hostname,{all:!0})).map(addr=>({host:addr.address,port:+this.port}))}async resolveTxt(hostname){
return environment_1.GRPC_NODE_USE_ALTERNATIVE_RESOLVER?(trace("Using alternative DNS resolver."),this.alternativeResolver.
resolveTxt(hostname)):dns_1.promises.resolveTxt(hostname)}startNextResolutionTimer(){var _a,_b;clearTimeout(this.nextResolutionTimer),
this.nextResolutionTimer=setTimeout(()=>{this.stopNextResolutionTimer(),this.continueResolving&&this.startResolutionWithBackoff()},
this.minTimeBetweenResolutionsMs),(_b=(_a=this.nextResolutionTimer).unref)===null||_b===void 0||_b.call(_a),this.isNextResolutionTimerRunning=
!0}stopNextResolutionTimer(){clearTimeout(this.nextResolutionTimer),this.isNextResolutionTimerRunning=!1}startResolutionWithBackoff(){
this.pendingLookupPromise===null&&(this.continueResolving=!1,this.backoff.runOnce(),this.startNextResolutionTimer(),this.
startResolution())}updateResolution(){this.pendingLookupPromise===null&&(this.isNextResolutionTimerRunning||this.backoff.
isRunning()?(this.isNextResolutionTimerRunning?trace('resolution update delayed by "min time between resolutions" rate l\
imit'):trace("resolution update delayed by backoff timer until "+this.backoff.getEndTime().toISOString()),this.continueResolving=
!0):this.startResolutionWithBackoff())}destroy(){this.continueResolving=!1,this.backoff.reset(),this.backoff.stop(),this.
stopNextResolutionTimer(),this.pendingLookupPromise=null,this.pendingTxtPromise=null,this.latestLookupResult=null,this.latestServiceConfigResult=
null,this.returnedIpResult=!1}static getDefaultAuthority(target){return target.path}};function setup(){(0,resolver_1.registerResolver)(
"dns",DnsResolver),(0,resolver_1.registerDefaultScheme)("dns")}}});var require_http_proxy=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/http_proxy.js"(exports){"use strict";Object.
defineProperty(exports,"__esModule",{value:!0});exports.parseCIDR=parseCIDR;exports.mapProxyName=mapProxyName;exports.getProxiedConnection=
getProxiedConnection;var logging_1=require_logging(),constants_1=require_constants(),net_1=__require("net"),http=__require("http"),
logging=require_logging(),subchannel_address_1=require_subchannel_address(),uri_parser_1=require_uri_parser(),url_1=__require("url"),
resolver_dns_1=require_resolver_dns(),TRACER_NAME="proxy";function trace(text){logging.trace(constants_1.LogVerbosity.DEBUG,
TRACER_NAME,text)}function getProxyInfo(){let proxyEnv="",envVar="";if(process.env.grpc_proxy)envVar="grpc_proxy",proxyEnv=
process.env.grpc_proxy;else if(process.env.https_proxy)envVar="https_proxy",proxyEnv=process.env.https_proxy;else if(process.
env.http_proxy)envVar="http_proxy",proxyEnv=process.env.http_proxy;else return{};let proxyUrl;try{proxyUrl=new url_1.URL(
proxyEnv)}catch{return(0,logging_1.log)(constants_1.LogVerbosity.ERROR,`cannot parse value of "${envVar}" env var`),{}}if(proxyUrl.
protocol!=="http:")return(0,logging_1.log)(constants_1.LogVerbosity.ERROR,`"${proxyUrl.protocol}" scheme not supported i\
n proxy URI`),{};let userCred=null;proxyUrl.username&&(proxyUrl.password?((0,logging_1.log)(constants_1.LogVerbosity.INFO,
"userinfo found in proxy URI"),userCred=decodeURIComponent(`${proxyUrl.username}:${proxyUrl.password}`)):userCred=proxyUrl.
username);let hostname=proxyUrl.hostname,port=proxyUrl.port;port===""&&(port="80");let result={address:`${hostname}:${port}`};
return userCred&&(result.creds=userCred),trace("Proxy server "+result.address+" set by environment variable "+envVar),result}
function getNoProxyHostList(){let noProxyStr=process.env.no_grpc_proxy,envVar="no_grpc_proxy";return noProxyStr||(noProxyStr=
process.env.no_proxy,envVar="no_proxy"),noProxyStr?(trace("No proxy server list set by environment variable "+envVar),noProxyStr.
split(",")):[]}function parseCIDR(cidrString){let splitRange=cidrString.split("/");if(splitRange.length!==2)return null;
let prefixLength=parseInt(splitRange[1],10);return!(0,net_1.isIPv4)(splitRange[0])||Number.isNaN(prefixLength)||prefixLength<
0||prefixLength>32?null:{ip:ipToInt(splitRange[0]),prefixLength}}function ipToInt(ip){return ip.split(".").reduce((acc,octet)=>(acc<<
8)+parseInt(octet,10),0)}function isIpInCIDR(cidr,serverHost){let ip=cidr.ip,mask=-1<<32-cidr.prefixLength;return(ipToInt(
serverHost)&mask)===(ip&mask)}function hostMatchesNoProxyList(serverHost){for(let host of getNoProxyHostList()){let parsedCIDR=parseCIDR(
host);if((0,net_1.isIPv4)(serverHost)&&parsedCIDR&&isIpInCIDR(parsedCIDR,serverHost))return!0;if(serverHost.endsWith(host))
return!0}return!1}function mapProxyName(target,options){var _a;let noProxyResult={target,extraOptions:{}};if(((_a=options["\
grpc.enable_http_proxy"])!==null&&_a!==void 0?_a:1)===0||target.scheme==="unix")return noProxyResult;let proxyInfo=getProxyInfo();
if(!proxyInfo.address)return noProxyResult;let hostPort=(0,uri_parser_1.splitHostPort)(target.path);if(!hostPort)return noProxyResult;
let serverHost=hostPort.host;if(hostMatchesNoProxyList(serverHost))return trace("Not using proxy for target in no_proxy \
list: "+(0,uri_parser_1.uriToString)(target)),noProxyResult;let extraOptions={"grpc.http_connect_target":(0,uri_parser_1.
uriToString)(target)};return proxyInfo.creds&&(extraOptions["grpc.http_connect_creds"]=proxyInfo.creds),{target:{scheme:"\
dns",path:proxyInfo.address},extraOptions}}function getProxiedConnection(address,channelOptions){var _a;if(!("grpc.http_\
connect_target"in channelOptions))return Promise.resolve(null);let realTarget=channelOptions["grpc.http_connect_target"],
parsedTarget=(0,uri_parser_1.parseUri)(realTarget);if(parsedTarget===null)return Promise.resolve(null);let splitHostPost=(0,uri_parser_1.
splitHostPort)(parsedTarget.path);if(splitHostPost===null)return Promise.resolve(null);let hostPort=`${splitHostPost.host}\
:${(_a=splitHostPost.port)!==null&&_a!==void 0?_a:resolver_dns_1.DEFAULT_PORT}`,options={method:"CONNECT",path:hostPort},
headers={Host:hostPort};(0,subchannel_address_1.isTcpSubchannelAddress)(address)?(options.host=address.host,options.port=
address.port):options.socketPath=address.path,"grpc.http_connect_creds"in channelOptions&&(headers["Proxy-Authorization"]=
"Basic "+Buffer.from(channelOptions["grpc.http_connect_creds"]).toString("base64")),options.headers=headers;let proxyAddressString=(0,subchannel_address_1.
subchannelAddressToString)(address);return trace("Using proxy "+proxyAddressString+" to connect to "+options.path),new Promise(
(resolve,reject)=>{let request=http.request(options);request.once("connect",(res,socket,head)=>{request.removeAllListeners(),
socket.removeAllListeners(),res.statusCode===200?(trace("Successfully connected to "+options.path+" through proxy "+proxyAddressString),
head.length>0&&socket.unshift(head),trace("Successfully established a plaintext connection to "+options.path+" through p\
roxy "+proxyAddressString),resolve(socket)):((0,logging_1.log)(constants_1.LogVerbosity.ERROR,"Failed to connect to "+options.
path+" through proxy "+proxyAddressString+" with status "+res.statusCode),reject())}),request.once("error",err=>{request.
removeAllListeners(),(0,logging_1.log)(constants_1.LogVerbosity.ERROR,"Failed to connect to proxy "+proxyAddressString+"\
 with error "+err.message),reject()}),request.end()})}}});var require_stream_decoder=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/stream-decoder.js"(exports){"use stri\
ct";Object.defineProperty(exports,"__esModule",{value:!0});exports.StreamDecoder=void 0;var ReadState;(function(ReadState2){
ReadState2[ReadState2.NO_DATA=0]="NO_DATA",ReadState2[ReadState2.READING_SIZE=1]="READING_SIZE",ReadState2[ReadState2.READING_MESSAGE=
2]="READING_MESSAGE"})(ReadState||(ReadState={}));var StreamDecoder=class{constructor(maxReadMessageLength){this.maxReadMessageLength=
maxReadMessageLength,this.readState=ReadState.NO_DATA,this.readCompressFlag=Buffer.alloc(1),this.readPartialSize=Buffer.
alloc(4),this.readSizeRemaining=4,this.readMessageSize=0,this.readPartialMessage=[],this.readMessageRemaining=0}write(data){
let readHead=0,toRead,result=[];for(;readHead<data.length;)switch(this.readState){case ReadState.NO_DATA:this.readCompressFlag=
data.slice(readHead,readHead+1),readHead+=1,this.readState=ReadState.READING_SIZE,this.readPartialSize.fill(0),this.readSizeRemaining=
4,this.readMessageSize=0,this.readMessageRemaining=0,this.readPartialMessage=[];break;case ReadState.READING_SIZE:if(toRead=
Math.min(data.length-readHead,this.readSizeRemaining),data.copy(this.readPartialSize,4-this.readSizeRemaining,readHead,readHead+
toRead),this.readSizeRemaining-=toRead,readHead+=toRead,this.readSizeRemaining===0){if(this.readMessageSize=this.readPartialSize.
readUInt32BE(0),this.maxReadMessageLength!==-1&&this.readMessageSize>this.maxReadMessageLength)throw new Error(`Received\
 message larger than max (${this.readMessageSize} vs ${this.maxReadMessageLength})`);if(this.readMessageRemaining=this.readMessageSize,
this.readMessageRemaining>0)this.readState=ReadState.READING_MESSAGE;else{let message=Buffer.concat([this.readCompressFlag,
this.readPartialSize],5);this.readState=ReadState.NO_DATA,result.push(message)}}break;case ReadState.READING_MESSAGE:if(toRead=
Math.min(data.length-readHead,this.readMessageRemaining),this.readPartialMessage.push(data.slice(readHead,readHead+toRead)),
this.readMessageRemaining-=toRead,readHead+=toRead,this.readMessageRemaining===0){let framedMessageBuffers=[this.readCompressFlag,
this.readPartialSize].concat(this.readPartialMessage),framedMessage=Buffer.concat(framedMessageBuffers,this.readMessageSize+
5);this.readState=ReadState.NO_DATA,result.push(framedMessage)}break;default:throw new Error("Unexpected read state")}return result}};
exports.StreamDecoder=StreamDecoder}});var require_subchannel_call=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/subchannel-call.js"(exports){"use st\
rict";Object.defineProperty(exports,"__esModule",{value:!0});exports.Http2SubchannelCall=void 0;var http2=__require("http2"),
os=__require("os"),constants_1=require_constants(),metadata_1=require_metadata(),stream_decoder_1=require_stream_decoder(),
logging=require_logging(),constants_2=require_constants(),TRACER_NAME="subchannel_call";function getSystemErrorName(errno){
for(let[name,num]of Object.entries(os.constants.errno))if(num===errno)return name;return"Unknown system error "+errno}function mapHttpStatusCode(code){
let details=`Received HTTP status code ${code}`,mappedStatusCode;switch(code){case 400:mappedStatusCode=constants_1.Status.
INTERNAL;break;case 401:mappedStatusCode=constants_1.Status.UNAUTHENTICATED;break;case 403:mappedStatusCode=constants_1.
Status.PERMISSION_DENIED;break;case 404:mappedStatusCode=constants_1.Status.UNIMPLEMENTED;break;case 429:case 502:case 503:case 504:
mappedStatusCode=constants_1.Status.UNAVAILABLE;break;default:mappedStatusCode=constants_1.Status.UNKNOWN}return{code:mappedStatusCode,
details,metadata:new metadata_1.Metadata}}var Http2SubchannelCall=class{constructor(http2Stream,callEventTracker,listener,transport,callId){
var _a;this.http2Stream=http2Stream,this.callEventTracker=callEventTracker,this.listener=listener,this.transport=transport,
this.callId=callId,this.isReadFilterPending=!1,this.isPushPending=!1,this.canPush=!1,this.readsClosed=!1,this.statusOutput=
!1,this.unpushedReadMessages=[],this.finalStatus=null,this.internalError=null,this.serverEndedCall=!1,this.connectionDropped=
!1;let maxReceiveMessageLength=(_a=transport.getOptions()["grpc.max_receive_message_length"])!==null&&_a!==void 0?_a:constants_1.
DEFAULT_MAX_RECEIVE_MESSAGE_LENGTH;this.decoder=new stream_decoder_1.StreamDecoder(maxReceiveMessageLength),http2Stream.
on("response",(headers,flags)=>{if(this.traceEnabled){let headersString="";for(let header of Object.keys(headers))headersString+=
"		"+header+": "+headers[header]+`
`;this.trace(`Received server headers:
`+headersString)}if(this.httpStatusCode=headers[":status"],flags&http2.constants.NGHTTP2_FLAG_END_STREAM)this.handleTrailers(
headers);else{let metadata;try{metadata=metadata_1.Metadata.fromHttp2Headers(headers)}catch(error){this.endCall({code:constants_1.
Status.UNKNOWN,details:error.message,metadata:new metadata_1.Metadata});return}this.listener.onReceiveMetadata(metadata)}}),
http2Stream.on("trailers",headers=>{this.handleTrailers(headers)}),http2Stream.on("data",data=>{if(this.statusOutput)return;
this.traceEnabled&&this.trace("receive HTTP/2 data frame of length "+data.length);let messages;try{messages=this.decoder.
write(data)}catch(e){if(this.httpStatusCode!==void 0&&this.httpStatusCode!==200){let mappedStatus=mapHttpStatusCode(this.
httpStatusCode);this.cancelWithStatus(mappedStatus.code,mappedStatus.details)}else this.cancelWithStatus(constants_1.Status.
RESOURCE_EXHAUSTED,e.message);return}for(let message of messages)this.traceEnabled&&this.trace("parsed message of length\
 "+message.length),this.callEventTracker.addMessageReceived(),this.tryPush(message)}),http2Stream.on("end",()=>{this.readsClosed=
!0,this.maybeOutputStatus()}),http2Stream.on("close",()=>{this.serverEndedCall=!0,process.nextTick(()=>{var _a2;if(this.
traceEnabled&&this.trace("HTTP/2 stream closed with code "+http2Stream.rstCode),((_a2=this.finalStatus)===null||_a2===void 0?
void 0:_a2.code)===constants_1.Status.OK)return;let code,details="";switch(http2Stream.rstCode){case http2.constants.NGHTTP2_NO_ERROR:
if(this.finalStatus!==null)return;if(this.httpStatusCode&&this.httpStatusCode!==200){let mappedStatus=mapHttpStatusCode(
this.httpStatusCode);code=mappedStatus.code,details=mappedStatus.details}else code=constants_1.Status.INTERNAL,details=`\
Received RST_STREAM with code ${http2Stream.rstCode} (Call ended without gRPC status)`;break;case http2.constants.NGHTTP2_REFUSED_STREAM:
code=constants_1.Status.UNAVAILABLE,details="Stream refused by server";break;case http2.constants.NGHTTP2_CANCEL:this.connectionDropped?
(code=constants_1.Status.UNAVAILABLE,details="Connection dropped"):(code=constants_1.Status.CANCELLED,details="Call canc\
elled");break;case http2.constants.NGHTTP2_ENHANCE_YOUR_CALM:code=constants_1.Status.RESOURCE_EXHAUSTED,details="Bandwid\
th exhausted or memory limit exceeded";break;case http2.constants.NGHTTP2_INADEQUATE_SECURITY:code=constants_1.Status.PERMISSION_DENIED,
details="Protocol not secure enough";break;case http2.constants.NGHTTP2_INTERNAL_ERROR:code=constants_1.Status.INTERNAL,
this.internalError===null?details=`Received RST_STREAM with code ${http2Stream.rstCode} (Internal server error)`:this.internalError.
code==="ECONNRESET"||this.internalError.code==="ETIMEDOUT"?(code=constants_1.Status.UNAVAILABLE,details=this.internalError.
message):details=`Received RST_STREAM with code ${http2Stream.rstCode} triggered by internal client error: ${this.internalError.
message}`;break;default:code=constants_1.Status.INTERNAL,details=`Received RST_STREAM with code ${http2Stream.rstCode}`}
this.endCall({code,details,metadata:new metadata_1.Metadata,rstCode:http2Stream.rstCode})})}),http2Stream.on("error",err=>{
err.code!=="ERR_HTTP2_STREAM_ERROR"&&(this.traceEnabled&&this.trace("Node error event: message="+err.message+" code="+err.
code+" errno="+getSystemErrorName(err.errno)+" syscall="+err.syscall),this.internalError=err),this.callEventTracker.onStreamEnd(
!1)})}getDeadlineInfo(){return[`remote_addr=${this.getPeer()}`]}onDisconnect(){this.connectionDropped=!0,setImmediate(()=>{
this.endCall({code:constants_1.Status.UNAVAILABLE,details:"Connection dropped",metadata:new metadata_1.Metadata})})}outputStatus(){
this.statusOutput||(this.statusOutput=!0,this.traceEnabled&&this.trace("ended with status: code="+this.finalStatus.code+
' details="'+this.finalStatus.details+'"'),this.callEventTracker.onCallEnd(this.finalStatus),process.nextTick(()=>{this.
listener.onReceiveStatus(this.finalStatus)}),this.http2Stream.resume())}get traceEnabled(){return logging.isTracerEnabled(
TRACER_NAME)}trace(text){this.traceEnabled&&logging.trace(constants_2.LogVerbosity.DEBUG,TRACER_NAME,"["+this.callId+"] "+
text)}endCall(status){(this.finalStatus===null||this.finalStatus.code===constants_1.Status.OK)&&(this.finalStatus=status,
this.maybeOutputStatus()),this.destroyHttp2Stream()}maybeOutputStatus(){this.finalStatus!==null&&(this.finalStatus.code!==
constants_1.Status.OK||this.readsClosed&&this.unpushedReadMessages.length===0&&!this.isReadFilterPending&&!this.isPushPending)&&
this.outputStatus()}push(message){this.traceEnabled&&this.trace("pushing to reader message of length "+(message instanceof
Buffer?message.length:null)),this.canPush=!1,this.isPushPending=!0,process.nextTick(()=>{this.isPushPending=!1,!this.statusOutput&&
(this.listener.onReceiveMessage(message),this.maybeOutputStatus())})}tryPush(messageBytes){this.canPush?(this.http2Stream.
pause(),this.push(messageBytes)):(this.traceEnabled&&this.trace("unpushedReadMessages.push message of length "+messageBytes.
length),this.unpushedReadMessages.push(messageBytes))}handleTrailers(headers){if(this.serverEndedCall=!0,this.callEventTracker.
onStreamEnd(!0),this.traceEnabled){let headersString="";for(let header of Object.keys(headers))headersString+="		"+header+
": "+headers[header]+`
`;this.trace(`Received server trailers:
`+headersString)}let metadata;try{metadata=metadata_1.Metadata.fromHttp2Headers(headers)}catch{metadata=new metadata_1.Metadata}
let statusValues=metadata.get("grpc-status"),status;if(statusValues.length>0&&typeof statusValues[0]=="string"){let receivedStatus=Number(
statusValues[0]);this.traceEnabled&&this.trace("received status code "+receivedStatus+" from server"),metadata.remove("g\
rpc-status");let details="",messageValues=metadata.get("grpc-message");if(messageValues.length>0&&typeof messageValues[0]==
"string"){let messageString=messageValues[0];try{details=decodeURI(messageString)}catch{details=messageString}metadata.remove(
"grpc-message"),this.traceEnabled&&this.trace('received status details string "'+details+'" from server')}status={code:receivedStatus,
details,metadata}}else this.httpStatusCode?(status=mapHttpStatusCode(this.httpStatusCode),status.metadata=metadata):status=
{code:constants_1.Status.UNKNOWN,details:"No status information received",metadata};this.endCall(status)}destroyHttp2Stream(){
var _a;if(!this.http2Stream.destroyed)if(this.serverEndedCall)this.http2Stream.writableEnded||this.http2Stream.end();else{
let code;((_a=this.finalStatus)===null||_a===void 0?void 0:_a.code)===constants_1.Status.OK?code=http2.constants.NGHTTP2_NO_ERROR:
code=http2.constants.NGHTTP2_CANCEL,this.traceEnabled&&this.trace("close http2 stream with code "+code),this.http2Stream.
close(code)}}cancelWithStatus(status,details){this.traceEnabled&&this.trace("cancelWithStatus code: "+status+' details: \
"'+details+'"'),this.endCall({code:status,details,metadata:new metadata_1.Metadata})}getStatus(){return this.finalStatus}getPeer(){
return this.transport.getPeerName()}getCallNumber(){return this.callId}getAuthContext(){return this.transport.getAuthContext()}startRead(){
if(this.finalStatus!==null&&this.finalStatus.code!==constants_1.Status.OK){this.readsClosed=!0,this.maybeOutputStatus();
return}if(this.canPush=!0,this.unpushedReadMessages.length>0){let nextMessage=this.unpushedReadMessages.shift();this.push(
nextMessage);return}this.http2Stream.resume()}sendMessageWithContext(context,message){this.traceEnabled&&this.trace("wri\
te() called with message of length "+message.length);let cb=error=>{process.nextTick(()=>{var _a;let code=constants_1.Status.
UNAVAILABLE;error?.code==="ERR_STREAM_WRITE_AFTER_END"&&(code=constants_1.Status.INTERNAL),error&&this.endCall({code,details:`\
Write error: ${error.message}`,metadata:new metadata_1.Metadata,rstCode:this.http2Stream.rstCode}),(_a=context.callback)===
null||_a===void 0||_a.call(context)})};this.traceEnabled&&this.trace("sending data chunk of length "+message.length),this.
callEventTracker.addMessageSent();try{this.http2Stream.write(message,cb)}catch(error){this.endCall({code:constants_1.Status.
UNAVAILABLE,details:`Write failed with error ${error.message}`,metadata:new metadata_1.Metadata})}}halfClose(){this.trace(
"end() called"),!(this.http2Stream.destroyed||this.http2Stream.writableEnded)&&(this.trace("calling end() on HTTP/2 stre\
am"),this.http2Stream.end())}};exports.Http2SubchannelCall=Http2SubchannelCall}});var require_transport=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/transport.js"(exports){"use strict";Object.
defineProperty(exports,"__esModule",{value:!0});exports.Http2SubchannelConnector=void 0;var http2=__require("http2"),tls_1=__require("tls"),
channelz_1=require_channelz(),constants_1=require_constants(),http_proxy_1=require_http_proxy(),logging=require_logging(),
resolver_1=require_resolver(),subchannel_address_1=require_subchannel_address(),uri_parser_1=require_uri_parser(),net=__require("net"),
subchannel_call_1=require_subchannel_call(),call_number_1=require_call_number(),TRACER_NAME="transport",FLOW_CONTROL_TRACER_NAME="\
transport_flowctrl",clientVersion=require_package().version,{HTTP2_HEADER_AUTHORITY,HTTP2_HEADER_CONTENT_TYPE,HTTP2_HEADER_METHOD,
HTTP2_HEADER_PATH,HTTP2_HEADER_TE,HTTP2_HEADER_USER_AGENT}=http2.constants,KEEPALIVE_TIMEOUT_MS=2e4,tooManyPingsData=Buffer.
from("too_many_pings","ascii"),Http2Transport=class{constructor(session,subchannelAddress,options,remoteName){this.session=
session,this.options=options,this.remoteName=remoteName,this.keepaliveTimer=null,this.pendingSendKeepalivePing=!1,this.activeCalls=
new Set,this.disconnectListeners=[],this.disconnectHandled=!1,this.channelzEnabled=!0,this.keepalivesSent=0,this.messagesSent=
0,this.messagesReceived=0,this.lastMessageSentTimestamp=null,this.lastMessageReceivedTimestamp=null,this.subchannelAddressString=
(0,subchannel_address_1.subchannelAddressToString)(subchannelAddress),options["grpc.enable_channelz"]===0?(this.channelzEnabled=
!1,this.streamTracker=new channelz_1.ChannelzCallTrackerStub):this.streamTracker=new channelz_1.ChannelzCallTracker,this.
channelzRef=(0,channelz_1.registerChannelzSocket)(this.subchannelAddressString,()=>this.getChannelzInfo(),this.channelzEnabled),
this.userAgent=[options["grpc.primary_user_agent"],`grpc-node-js/${clientVersion}`,options["grpc.secondary_user_agent"]].
filter(e=>e).join(" "),"grpc.keepalive_time_ms"in options?this.keepaliveTimeMs=options["grpc.keepalive_time_ms"]:this.keepaliveTimeMs=
-1,"grpc.keepalive_timeout_ms"in options?this.keepaliveTimeoutMs=options["grpc.keepalive_timeout_ms"]:this.keepaliveTimeoutMs=
KEEPALIVE_TIMEOUT_MS,"grpc.keepalive_permit_without_calls"in options?this.keepaliveWithoutCalls=options["grpc.keepalive_\
permit_without_calls"]===1:this.keepaliveWithoutCalls=!1,session.once("close",()=>{this.trace("session closed"),this.handleDisconnect()}),
session.once("goaway",(errorCode,lastStreamID,opaqueData)=>{let tooManyPings=!1;errorCode===http2.constants.NGHTTP2_ENHANCE_YOUR_CALM&&
opaqueData&&opaqueData.equals(tooManyPingsData)&&(tooManyPings=!0),this.traceEnabled&&this.trace("connection closed by G\
OAWAY with code "+errorCode+" and data "+opaqueData?.toString()),this.reportDisconnectToOwner(tooManyPings)}),session.once(
"error",error=>{this.traceEnabled&&this.trace("connection closed with error "+error.message),this.handleDisconnect()}),session.
socket.once("close",hadError=>{this.traceEnabled&&this.trace("connection closed. hadError="+hadError),this.handleDisconnect()}),
this.traceEnabled&&(session.on("remoteSettings",settings=>{this.trace("new settings received"+(this.session!==session?" \
on the old connection":"")+": "+JSON.stringify(settings))}),session.on("localSettings",settings=>{this.trace("local sett\
ings acknowledged by remote"+(this.session!==session?" on the old connection":"")+": "+JSON.stringify(settings))})),this.
keepaliveWithoutCalls&&this.maybeStartKeepalivePingTimer(),session.socket instanceof tls_1.TLSSocket&&session.socket.authorized?
this.authContext={transportSecurityType:"ssl",sslPeerCertificate:session.socket.getPeerCertificate()}:this.authContext={}}getChannelzInfo(){
var _a,_b,_c;let sessionSocket=this.session.socket,remoteAddress=sessionSocket.remoteAddress?(0,subchannel_address_1.stringToSubchannelAddress)(
sessionSocket.remoteAddress,sessionSocket.remotePort):null,localAddress=sessionSocket.localAddress?(0,subchannel_address_1.
stringToSubchannelAddress)(sessionSocket.localAddress,sessionSocket.localPort):null,tlsInfo;if(this.session.encrypted){let tlsSocket=sessionSocket,
cipherInfo=tlsSocket.getCipher(),certificate=tlsSocket.getCertificate(),peerCertificate=tlsSocket.getPeerCertificate();tlsInfo=
{cipherSuiteStandardName:(_a=cipherInfo.standardName)!==null&&_a!==void 0?_a:null,cipherSuiteOtherName:cipherInfo.standardName?
null:cipherInfo.name,localCertificate:certificate&&"raw"in certificate?certificate.raw:null,remoteCertificate:peerCertificate&&
"raw"in peerCertificate?peerCertificate.raw:null}}else tlsInfo=null;return{remoteAddress,localAddress,security:tlsInfo,remoteName:this.
remoteName,streamsStarted:this.streamTracker.callsStarted,streamsSucceeded:this.streamTracker.callsSucceeded,streamsFailed:this.
streamTracker.callsFailed,messagesSent:this.messagesSent,messagesReceived:this.messagesReceived,keepAlivesSent:this.keepalivesSent,
lastLocalStreamCreatedTimestamp:this.streamTracker.lastCallStartedTimestamp,lastRemoteStreamCreatedTimestamp:null,lastMessageSentTimestamp:this.
lastMessageSentTimestamp,lastMessageReceivedTimestamp:this.lastMessageReceivedTimestamp,localFlowControlWindow:(_b=this.
session.state.localWindowSize)!==null&&_b!==void 0?_b:null,remoteFlowControlWindow:(_c=this.session.state.remoteWindowSize)!==
null&&_c!==void 0?_c:null}}get traceEnabled(){return logging.isTracerEnabled(TRACER_NAME)}get keepaliveTraceEnabled(){return logging.
isTracerEnabled("keepalive")}get flowControlTraceEnabled(){return logging.isTracerEnabled(FLOW_CONTROL_TRACER_NAME)}get internalsTraceEnabled(){
return logging.isTracerEnabled("transport_internals")}trace(text){this.traceEnabled&&logging.trace(constants_1.LogVerbosity.
DEBUG,TRACER_NAME,"("+this.channelzRef.id+") "+this.subchannelAddressString+" "+text)}keepaliveTrace(text){this.keepaliveTraceEnabled&&
logging.trace(constants_1.LogVerbosity.DEBUG,"keepalive","("+this.channelzRef.id+") "+this.subchannelAddressString+" "+text)}flowControlTrace(text){
this.flowControlTraceEnabled&&logging.trace(constants_1.LogVerbosity.DEBUG,FLOW_CONTROL_TRACER_NAME,"("+this.channelzRef.
id+") "+this.subchannelAddressString+" "+text)}internalsTrace(text){this.internalsTraceEnabled&&logging.trace(constants_1.
LogVerbosity.DEBUG,"transport_internals","("+this.channelzRef.id+") "+this.subchannelAddressString+" "+text)}reportDisconnectToOwner(tooManyPings){
this.disconnectHandled||(this.disconnectHandled=!0,this.disconnectListeners.forEach(listener=>listener(tooManyPings)))}handleDisconnect(){
this.clearKeepaliveTimeout(),this.reportDisconnectToOwner(!1);for(let call of this.activeCalls)call.onDisconnect();setImmediate(
()=>{this.session.destroy()})}addDisconnectListener(listener){this.disconnectListeners.push(listener)}canSendPing(){return!this.
session.destroyed&&this.keepaliveTimeMs>0&&(this.keepaliveWithoutCalls||this.activeCalls.size>0)}maybeSendPing(){var _a,
_b;if(!this.canSendPing()){this.pendingSendKeepalivePing=!0;return}if(this.keepaliveTimer){console.error("keepaliveTimeo\
ut is not null");return}this.channelzEnabled&&(this.keepalivesSent+=1),this.keepaliveTraceEnabled&&this.keepaliveTrace("\
Sending ping with timeout "+this.keepaliveTimeoutMs+"ms"),this.keepaliveTimer=setTimeout(()=>{this.keepaliveTimer=null,this.
keepaliveTrace("Ping timeout passed without response"),this.handleDisconnect()},this.keepaliveTimeoutMs),(_b=(_a=this.keepaliveTimer).
unref)===null||_b===void 0||_b.call(_a);let pingSendError="";try{this.session.ping((err,duration,payload)=>{this.clearKeepaliveTimeout(),
err?(this.keepaliveTraceEnabled&&this.keepaliveTrace("Ping failed with error "+err.message),this.handleDisconnect()):(this.
keepaliveTrace("Received ping response"),this.maybeStartKeepalivePingTimer())})||(pingSendError="Ping returned false")}catch(e){
pingSendError=(e instanceof Error?e.message:"")||"Unknown error"}pingSendError&&(this.keepaliveTraceEnabled&&this.keepaliveTrace(
"Ping send failed: "+pingSendError),this.handleDisconnect())}maybeStartKeepalivePingTimer(){var _a,_b;this.canSendPing()&&
(this.pendingSendKeepalivePing?(this.pendingSendKeepalivePing=!1,this.maybeSendPing()):this.keepaliveTimer||(this.keepaliveTrace(
"Starting keepalive timer for "+this.keepaliveTimeMs+"ms"),this.keepaliveTimer=setTimeout(()=>{this.keepaliveTimer=null,
this.maybeSendPing()},this.keepaliveTimeMs),(_b=(_a=this.keepaliveTimer).unref)===null||_b===void 0||_b.call(_a)))}clearKeepaliveTimeout(){
this.keepaliveTimer&&(clearTimeout(this.keepaliveTimer),this.keepaliveTimer=null)}removeActiveCall(call){this.activeCalls.
delete(call),this.activeCalls.size===0&&this.session.unref()}addActiveCall(call){this.activeCalls.add(call),this.activeCalls.
size===1&&(this.session.ref(),this.keepaliveWithoutCalls||this.maybeStartKeepalivePingTimer())}createCall(metadata,host,method,listener,subchannelCallStatsTracker,callId){
let headers=metadata.toHttp2Headers();headers[HTTP2_HEADER_AUTHORITY]=host,headers[HTTP2_HEADER_USER_AGENT]=this.userAgent,
headers[HTTP2_HEADER_CONTENT_TYPE]="application/grpc",headers[HTTP2_HEADER_METHOD]="POST",headers[HTTP2_HEADER_PATH]=method,
headers[HTTP2_HEADER_TE]="trailers";let http2Stream;try{http2Stream=this.session.request(headers)}catch(e){throw this.handleDisconnect(),
e}this.flowControlTraceEnabled&&this.flowControlTrace("local window size: "+this.session.state.localWindowSize+" remote \
window size: "+this.session.state.remoteWindowSize),this.internalsTraceEnabled&&this.internalsTrace("session.closed="+this.
session.closed+" session.destroyed="+this.session.destroyed+" session.socket.destroyed="+this.session.socket.destroyed);
let eventTracker,call;return this.channelzEnabled?(this.streamTracker.addCallStarted(),eventTracker={addMessageSent:()=>{
var _a;this.messagesSent+=1,this.lastMessageSentTimestamp=Date.now(),(_a=subchannelCallStatsTracker.addMessageSent)===null||
_a===void 0||_a.call(subchannelCallStatsTracker)},addMessageReceived:()=>{var _a;this.messagesReceived+=1,this.lastMessageReceivedTimestamp=
Date.now(),(_a=subchannelCallStatsTracker.addMessageReceived)===null||_a===void 0||_a.call(subchannelCallStatsTracker)},
onCallEnd:status=>{var _a;(_a=subchannelCallStatsTracker.onCallEnd)===null||_a===void 0||_a.call(subchannelCallStatsTracker,
status),this.removeActiveCall(call)},onStreamEnd:success=>{var _a;success?this.streamTracker.addCallSucceeded():this.streamTracker.
addCallFailed(),(_a=subchannelCallStatsTracker.onStreamEnd)===null||_a===void 0||_a.call(subchannelCallStatsTracker,success)}}):
eventTracker={addMessageSent:()=>{var _a;(_a=subchannelCallStatsTracker.addMessageSent)===null||_a===void 0||_a.call(subchannelCallStatsTracker)},
addMessageReceived:()=>{var _a;(_a=subchannelCallStatsTracker.addMessageReceived)===null||_a===void 0||_a.call(subchannelCallStatsTracker)},
onCallEnd:status=>{var _a;(_a=subchannelCallStatsTracker.onCallEnd)===null||_a===void 0||_a.call(subchannelCallStatsTracker,
status),this.removeActiveCall(call)},onStreamEnd:success=>{var _a;(_a=subchannelCallStatsTracker.onStreamEnd)===null||_a===
void 0||_a.call(subchannelCallStatsTracker,success)}},call=new subchannel_call_1.Http2SubchannelCall(http2Stream,eventTracker,
listener,this,callId??(0,call_number_1.getNextCallNumber)()),this.addActiveCall(call),call}getChannelzRef(){return this.
channelzRef}getPeerName(){return this.subchannelAddressString}getOptions(){return this.options}getAuthContext(){return this.
authContext}shutdown(){this.session.close(),(0,channelz_1.unregisterChannelzRef)(this.channelzRef)}},Http2SubchannelConnector=class{constructor(channelTarget){
this.channelTarget=channelTarget,this.session=null,this.isShutdown=!1}get traceEnabled(){return logging.isTracerEnabled(
TRACER_NAME)}trace(text){this.traceEnabled&&logging.trace(constants_1.LogVerbosity.DEBUG,TRACER_NAME,(0,uri_parser_1.uriToString)(
this.channelTarget)+" "+text)}createSession(secureConnectResult,address,options){return this.isShutdown?Promise.reject():
secureConnectResult.socket.closed?Promise.reject("Connection closed before starting HTTP/2 handshake"):new Promise((resolve,reject)=>{
var _a,_b,_c,_d,_e,_f,_g,_h;let remoteName=null,realTarget=this.channelTarget;if("grpc.http_connect_target"in options){let parsedTarget=(0,uri_parser_1.
parseUri)(options["grpc.http_connect_target"]);parsedTarget&&(realTarget=parsedTarget,remoteName=(0,uri_parser_1.uriToString)(
parsedTarget))}let scheme=secureConnectResult.secure?"https":"http",targetPath=(0,resolver_1.getDefaultAuthority)(realTarget),
closeHandler=()=>{var _a2;(_a2=this.session)===null||_a2===void 0||_a2.destroy(),this.session=null,setImmediate(()=>{reportedError||
(reportedError=!0,reject(`${errorMessage.trim()} (${new Date().toISOString()})`))})},errorHandler=error=>{var _a2;(_a2=this.
session)===null||_a2===void 0||_a2.destroy(),errorMessage=error.message,this.traceEnabled&&this.trace("connection failed\
 with error "+errorMessage),reportedError||(reportedError=!0,reject(`${errorMessage} (${new Date().toISOString()})`))},sessionOptions={
createConnection:(authority,option)=>secureConnectResult.socket,settings:{initialWindowSize:(_d=(_a=options["grpc-node.f\
low_control_window"])!==null&&_a!==void 0?_a:(_c=(_b=http2.getDefaultSettings)===null||_b===void 0?void 0:_b.call(http2))===
null||_c===void 0?void 0:_c.initialWindowSize)!==null&&_d!==void 0?_d:65535},maxSendHeaderBlockLength:Number.MAX_SAFE_INTEGER,
maxSessionMemory:(_e=options["grpc-node.max_session_memory"])!==null&&_e!==void 0?_e:Number.MAX_SAFE_INTEGER},session=http2.
connect(`${scheme}://${targetPath}`,sessionOptions),defaultWin=(_h=(_g=(_f=http2.getDefaultSettings)===null||_f===void 0?
void 0:_f.call(http2))===null||_g===void 0?void 0:_g.initialWindowSize)!==null&&_h!==void 0?_h:65535,connWin=options["gr\
pc-node.flow_control_window"];this.session=session;let errorMessage="Failed to connect",reportedError=!1;session.unref(),
session.once("remoteSettings",()=>{var _a2;if(connWin&&connWin>defaultWin)try{session.setLocalWindowSize(connWin)}catch{
let delta=connWin-((_a2=session.state.localWindowSize)!==null&&_a2!==void 0?_a2:defaultWin);delta>0&&session.incrementWindowSize(
delta)}session.removeAllListeners(),secureConnectResult.socket.removeListener("close",closeHandler),secureConnectResult.
socket.removeListener("error",errorHandler),resolve(new Http2Transport(session,address,options,remoteName)),this.session=
null}),session.once("close",closeHandler),session.once("error",errorHandler),secureConnectResult.socket.once("close",closeHandler),
secureConnectResult.socket.once("error",errorHandler)})}tcpConnect(address,options){return(0,http_proxy_1.getProxiedConnection)(
address,options).then(proxiedSocket=>proxiedSocket||new Promise((resolve,reject)=>{let closeCallback=()=>{reject(new Error(
"Socket closed"))},errorCallback=error=>{reject(error)},socket=net.connect(address,()=>{socket.removeListener("close",closeCallback),
socket.removeListener("error",errorCallback),resolve(socket)});socket.once("close",closeCallback),socket.once("error",errorCallback)}))}async connect(address,secureConnector,options){
if(this.isShutdown)return Promise.reject();let tcpConnection=null,secureConnectResult=null,addressString=(0,subchannel_address_1.
subchannelAddressToString)(address);try{return this.traceEnabled&&this.trace(addressString+" Waiting for secureConnector\
 to be ready"),await secureConnector.waitForReady(),this.traceEnabled&&this.trace(addressString+" secureConnector is rea\
dy"),tcpConnection=await this.tcpConnect(address,options),tcpConnection.setNoDelay(),this.traceEnabled&&this.trace(addressString+
" Established TCP connection"),secureConnectResult=await secureConnector.connect(tcpConnection),this.traceEnabled&&this.
trace(addressString+" Established secure connection"),this.createSession(secureConnectResult,address,options)}catch(e){throw tcpConnection?.
destroy(),secureConnectResult?.socket.destroy(),e}}shutdown(){var _a;this.isShutdown=!0,(_a=this.session)===null||_a===void 0||
_a.close(),this.session=null}};exports.Http2SubchannelConnector=Http2SubchannelConnector}});var require_subchannel_pool=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/subchannel-pool.js"(exports){"use st\
rict";Object.defineProperty(exports,"__esModule",{value:!0});exports.SubchannelPool=void 0;exports.getSubchannelPool=getSubchannelPool;
var channel_options_1=require_channel_options(),subchannel_1=require_subchannel(),subchannel_address_1=require_subchannel_address(),
uri_parser_1=require_uri_parser(),transport_1=require_transport(),REF_CHECK_INTERVAL=1e4,SubchannelPool=class{constructor(){
this.pool=Object.create(null),this.cleanupTimer=null}unrefUnusedSubchannels(){let allSubchannelsUnrefed=!0;for(let channelTarget in this.
pool){let refedSubchannels=this.pool[channelTarget].filter(value=>!value.subchannel.unrefIfOneRef());refedSubchannels.length>
0&&(allSubchannelsUnrefed=!1),this.pool[channelTarget]=refedSubchannels}allSubchannelsUnrefed&&this.cleanupTimer!==null&&
(clearInterval(this.cleanupTimer),this.cleanupTimer=null)}ensureCleanupTask(){var _a,_b;this.cleanupTimer===null&&(this.
cleanupTimer=setInterval(()=>{this.unrefUnusedSubchannels()},REF_CHECK_INTERVAL),(_b=(_a=this.cleanupTimer).unref)===null||
_b===void 0||_b.call(_a))}getOrCreateSubchannel(channelTargetUri,subchannelTarget,channelArguments,channelCredentials){this.
ensureCleanupTask();let channelTarget=(0,uri_parser_1.uriToString)(channelTargetUri);if(channelTarget in this.pool){let subchannelObjArray=this.
pool[channelTarget];for(let subchannelObj of subchannelObjArray)if((0,subchannel_address_1.subchannelAddressEqual)(subchannelTarget,
subchannelObj.subchannelAddress)&&(0,channel_options_1.channelOptionsEqual)(channelArguments,subchannelObj.channelArguments)&&
channelCredentials._equals(subchannelObj.channelCredentials))return subchannelObj.subchannel}let subchannel=new subchannel_1.
Subchannel(channelTargetUri,subchannelTarget,channelArguments,channelCredentials,new transport_1.Http2SubchannelConnector(
channelTargetUri));return channelTarget in this.pool||(this.pool[channelTarget]=[]),this.pool[channelTarget].push({subchannelAddress:subchannelTarget,
channelArguments,channelCredentials,subchannel}),subchannel.ref(),subchannel}};exports.SubchannelPool=SubchannelPool;var globalSubchannelPool=new SubchannelPool;
function getSubchannelPool(global){return global?globalSubchannelPool:new SubchannelPool}}});var require_load_balancing_call=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/load-balancing-call.js"(exports){
"use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.LoadBalancingCall=void 0;var call_credentials_1=require_call_credentials(),
connectivity_state_1=require_connectivity_state(),constants_1=require_constants(),deadline_1=require_deadline(),metadata_1=require_metadata(),
picker_1=require_picker(),logging=require_logging(),control_plane_status_1=require_control_plane_status(),http2=__require("http2"),
TRACER_NAME="load_balancing_call",RESOLVED_EMPTY_METADATA=Promise.resolve(void 0),LoadBalancingCall=class{constructor(channel,callConfig,methodName,host,credentials2,deadline,callNumber){
this.channel=channel,this.callConfig=callConfig,this.methodName=methodName,this.host=host,this.credentials=credentials2,
this.deadline=deadline,this.callNumber=callNumber,this.child=null,this.readPending=!1,this.pendingMessage=null,this.pendingHalfClose=
!1,this.ended=!1,this.metadata=null,this.listener=null,this.onCallEnded=null,this.childStartTime=null,this.serviceUrl=this.
channel.getServiceUrl(this.host,this.methodName),this.startTime=Date.now()}getDeadlineInfo(){var _a,_b;let deadlineInfo=[];
return this.childStartTime!==null?(this.childStartTime>this.startTime&&(!((_a=this.metadata)===null||_a===void 0)&&_a.getOptions().
waitForReady&&deadlineInfo.push("wait_for_ready"),deadlineInfo.push(`LB pick: ${(0,deadline_1.formatDateDifference)(this.
startTime,this.childStartTime)}`)),deadlineInfo.push(...this.child.getDeadlineInfo()),deadlineInfo):(!((_b=this.metadata)===
null||_b===void 0)&&_b.getOptions().waitForReady&&deadlineInfo.push("wait_for_ready"),deadlineInfo.push("Waiting for LB \
pick"),deadlineInfo)}get traceEnabled(){return logging.isTracerEnabled(TRACER_NAME)}trace(text){this.traceEnabled&&logging.
trace(constants_1.LogVerbosity.DEBUG,TRACER_NAME,"["+this.callNumber+"] "+text)}getSubchannelString(subchannel){return subchannel?
"("+subchannel.getChannelzRef().id+") "+subchannel.getAddress():""+subchannel}outputStatus(status,progress){var _a,_b;if(!this.
ended){this.ended=!0,this.traceEnabled&&this.trace("ended with status: code="+status.code+' details="'+status.details+'"\
 start time='+new Date(this.startTime).toISOString());let finalStatus=Object.assign(Object.assign({},status),{progress});
(_a=this.listener)===null||_a===void 0||_a.onReceiveStatus(finalStatus),(_b=this.onCallEnded)===null||_b===void 0||_b.call(
this,finalStatus.code,finalStatus.details,finalStatus.metadata),this.channel.removeCallFromPickQueue(this)}}generateCallCredentialsMetadata(callCredentials){
return(0,call_credentials_1.isEmptyCallCredentials)(callCredentials)?RESOLVED_EMPTY_METADATA:callCredentials.generateMetadata(
{method_name:this.methodName,service_url:this.serviceUrl})}doPick(){var _a,_b;if(this.ended)return;if(!this.metadata)throw new Error(
"doPick called before start");this.trace("Pick called");let finalMetadata=this.metadata.clone(),pickResult=this.channel.
doPick(finalMetadata,this.callConfig.pickInformation);switch(this.traceEnabled&&this.trace("Pick result: "+picker_1.PickResultType[pickResult.
pickResultType]+" subchannel: "+this.getSubchannelString(pickResult.subchannel)+" status: "+((_a=pickResult.status)===null||
_a===void 0?void 0:_a.code)+" "+((_b=pickResult.status)===null||_b===void 0?void 0:_b.details)),pickResult.pickResultType){case picker_1.
PickResultType.COMPLETE:this.generateCallCredentialsMetadata(this.credentials.compose(pickResult.subchannel.getCallCredentials())).
then(credsMetadata=>{var _a2;if(this.ended){this.trace("Credentials metadata generation finished after call ended");return}
if(credsMetadata&&finalMetadata.merge(credsMetadata),finalMetadata.get("authorization").length>1&&this.outputStatus({code:constants_1.
Status.INTERNAL,details:'"authorization" metadata cannot have multiple values',metadata:new metadata_1.Metadata},"PROCES\
SED"),pickResult.subchannel.getConnectivityState()!==connectivity_state_1.ConnectivityState.READY){this.traceEnabled&&this.
trace("Picked subchannel "+this.getSubchannelString(pickResult.subchannel)+" has state "+connectivity_state_1.ConnectivityState[pickResult.
subchannel.getConnectivityState()]+" after getting credentials metadata. Retrying pick"),this.doPick();return}this.deadline!==
1/0&&finalMetadata.set("grpc-timeout",(0,deadline_1.getDeadlineTimeoutString)(this.deadline));try{this.child=pickResult.
subchannel.getRealSubchannel().createCall(finalMetadata,this.host,this.methodName,{onReceiveMetadata:metadata=>{this.trace(
"Received metadata"),this.listener.onReceiveMetadata(metadata)},onReceiveMessage:message=>{this.trace("Received message"),
this.listener.onReceiveMessage(message)},onReceiveStatus:status=>{this.trace("Received status"),status.rstCode===http2.constants.
NGHTTP2_REFUSED_STREAM?this.outputStatus(status,"REFUSED"):this.outputStatus(status,"PROCESSED")}},this.callNumber),this.
childStartTime=Date.now()}catch(error){this.traceEnabled&&this.trace("Failed to start call on picked subchannel "+this.getSubchannelString(
pickResult.subchannel)+" with error "+error.message),this.outputStatus({code:constants_1.Status.INTERNAL,details:"Failed\
 to start HTTP/2 stream with error "+error.message,metadata:new metadata_1.Metadata},"NOT_STARTED");return}(_a2=pickResult.
onCallStarted)===null||_a2===void 0||_a2.call(pickResult),this.onCallEnded=pickResult.onCallEnded,this.traceEnabled&&this.
trace("Created child call ["+this.child.getCallNumber()+"]"),this.readPending&&this.child.startRead(),this.pendingMessage&&
this.child.sendMessageWithContext(this.pendingMessage.context,this.pendingMessage.message),this.pendingHalfClose&&this.child.
halfClose()},error=>{let{code:code2,details:details2}=(0,control_plane_status_1.restrictControlPlaneStatusCode)(typeof error.
code=="number"?error.code:constants_1.Status.UNKNOWN,`Getting metadata from plugin failed with error: ${error.message}`);
this.outputStatus({code:code2,details:details2,metadata:new metadata_1.Metadata},"PROCESSED")});break;case picker_1.PickResultType.
DROP:let{code,details}=(0,control_plane_status_1.restrictControlPlaneStatusCode)(pickResult.status.code,pickResult.status.
details);setImmediate(()=>{this.outputStatus({code,details,metadata:pickResult.status.metadata},"DROP")});break;case picker_1.
PickResultType.TRANSIENT_FAILURE:if(this.metadata.getOptions().waitForReady)this.channel.queueCallForPick(this);else{let{
code:code2,details:details2}=(0,control_plane_status_1.restrictControlPlaneStatusCode)(pickResult.status.code,pickResult.
status.details);setImmediate(()=>{this.outputStatus({code:code2,details:details2,metadata:pickResult.status.metadata},"P\
ROCESSED")})}break;case picker_1.PickResultType.QUEUE:this.channel.queueCallForPick(this)}}cancelWithStatus(status,details){
var _a;this.traceEnabled&&this.trace("cancelWithStatus code: "+status+' details: "'+details+'"'),(_a=this.child)===null||
_a===void 0||_a.cancelWithStatus(status,details),this.outputStatus({code:status,details,metadata:new metadata_1.Metadata},
"PROCESSED")}getPeer(){var _a,_b;return(_b=(_a=this.child)===null||_a===void 0?void 0:_a.getPeer())!==null&&_b!==void 0?
_b:this.channel.getTarget()}start(metadata,listener){this.trace("start called"),this.listener=listener,this.metadata=metadata,
this.doPick()}sendMessageWithContext(context,message){this.traceEnabled&&this.trace("write() called with message of leng\
th "+message.length),this.child?this.child.sendMessageWithContext(context,message):this.pendingMessage={context,message}}startRead(){
this.trace("startRead called"),this.child?this.child.startRead():this.readPending=!0}halfClose(){this.trace("halfClose c\
alled"),this.child?this.child.halfClose():this.pendingHalfClose=!0}setCredentials(credentials2){throw new Error("Method \
not implemented.")}getCallNumber(){return this.callNumber}getAuthContext(){return this.child?this.child.getAuthContext():
null}};exports.LoadBalancingCall=LoadBalancingCall}});var require_resolving_call=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/resolving-call.js"(exports){"use stri\
ct";Object.defineProperty(exports,"__esModule",{value:!0});exports.ResolvingCall=void 0;var call_credentials_1=require_call_credentials(),
constants_1=require_constants(),deadline_1=require_deadline(),metadata_1=require_metadata(),logging=require_logging(),control_plane_status_1=require_control_plane_status(),
TRACER_NAME="resolving_call",ResolvingCall=class{constructor(channel,method,options,filterStackFactory,callNumber){this.
channel=channel,this.method=method,this.filterStackFactory=filterStackFactory,this.callNumber=callNumber,this.child=null,
this.readPending=!1,this.pendingMessage=null,this.pendingHalfClose=!1,this.ended=!1,this.readFilterPending=!1,this.writeFilterPending=
!1,this.pendingChildStatus=null,this.metadata=null,this.listener=null,this.statusWatchers=[],this.deadlineTimer=null,this.
filterStack=null,this.deadlineStartTime=null,this.configReceivedTime=null,this.childStartTime=null,this.credentials=call_credentials_1.
CallCredentials.createEmpty(),this.deadline=options.deadline,this.host=options.host,options.parentCall&&(options.flags&constants_1.
Propagate.CANCELLATION&&options.parentCall.on("cancelled",()=>{this.cancelWithStatus(constants_1.Status.CANCELLED,"Cance\
lled by parent call")}),options.flags&constants_1.Propagate.DEADLINE&&(this.traceEnabled&&this.trace("Propagating deadli\
ne from parent: "+options.parentCall.getDeadline()),this.deadline=(0,deadline_1.minDeadline)(this.deadline,options.parentCall.
getDeadline()))),this.trace("Created"),this.runDeadlineTimer()}get traceEnabled(){return logging.isTracerEnabled(TRACER_NAME)}trace(text){
this.traceEnabled&&logging.trace(constants_1.LogVerbosity.DEBUG,TRACER_NAME,"["+this.callNumber+"] "+text)}runDeadlineTimer(){
this.deadlineTimer&&(clearTimeout(this.deadlineTimer),this.deadlineTimer=null),this.deadlineStartTime=Date.now(),this.traceEnabled&&
this.trace("Deadline: "+(0,deadline_1.deadlineToString)(this.deadline));let timeout=(0,deadline_1.getRelativeTimeout)(this.
deadline);if(timeout!==1/0){this.traceEnabled&&this.trace("Deadline will be reached in "+timeout+"ms");let handleDeadline=()=>{
if(this.deadlineTimer=null,this.deadlineStartTime===null){this.cancelWithStatus(constants_1.Status.DEADLINE_EXCEEDED,"De\
adline exceeded");return}let deadlineInfo=[],deadlineEndTime=Date.now();deadlineInfo.push(`Deadline exceeded after ${(0,deadline_1.
formatDateDifference)(this.deadlineStartTime,deadlineEndTime)}`),this.configReceivedTime!==null?(this.configReceivedTime>
this.deadlineStartTime&&deadlineInfo.push(`name resolution: ${(0,deadline_1.formatDateDifference)(this.deadlineStartTime,
this.configReceivedTime)}`),this.childStartTime!==null?this.childStartTime>this.configReceivedTime&&deadlineInfo.push(`m\
etadata filters: ${(0,deadline_1.formatDateDifference)(this.configReceivedTime,this.childStartTime)}`):deadlineInfo.push(
"waiting for metadata filters")):deadlineInfo.push("waiting for name resolution"),this.child&&deadlineInfo.push(...this.
child.getDeadlineInfo()),this.cancelWithStatus(constants_1.Status.DEADLINE_EXCEEDED,deadlineInfo.join(","))};timeout<=0?
process.nextTick(handleDeadline):this.deadlineTimer=setTimeout(handleDeadline,timeout)}}outputStatus(status){if(!this.ended){
this.ended=!0,this.filterStack||(this.filterStack=this.filterStackFactory.createFilter()),this.deadlineTimer&&(clearTimeout(
this.deadlineTimer),this.deadlineTimer=null);let filteredStatus=this.filterStack.receiveTrailers(status);this.traceEnabled&&
this.trace("ended with status: code="+filteredStatus.code+' details="'+filteredStatus.details+'"'),this.statusWatchers.forEach(
watcher=>watcher(filteredStatus)),process.nextTick(()=>{var _a;(_a=this.listener)===null||_a===void 0||_a.onReceiveStatus(
filteredStatus)})}}sendMessageOnChild(context,message){if(!this.child)throw new Error("sendMessageonChild called with ch\
ild not populated");let child=this.child;this.writeFilterPending=!0,this.filterStack.sendMessage(Promise.resolve({message,
flags:context.flags})).then(filteredMessage=>{this.writeFilterPending=!1,child.sendMessageWithContext(context,filteredMessage.
message),this.pendingHalfClose&&child.halfClose()},status=>{var _a,_b;this.cancelWithStatus((_a=status.code)!==null&&_a!==
void 0?_a:constants_1.Status.INTERNAL,(_b=status.details)!==null&&_b!==void 0?_b:"Failed to write message")})}getConfig(){
if(this.ended)return;if(!this.metadata||!this.listener)throw new Error("getConfig called before start");let configResult=this.
channel.getConfig(this.method,this.metadata);if(configResult.type==="NONE"){this.channel.queueCallForConfig(this);return}else if(configResult.
type==="ERROR"){this.metadata.getOptions().waitForReady?this.channel.queueCallForConfig(this):this.outputStatus(configResult.
error);return}this.configReceivedTime=Date.now();let config=configResult.config;if(config.status!==constants_1.Status.OK){
let{code,details}=(0,control_plane_status_1.restrictControlPlaneStatusCode)(config.status,"Failed to route call to metho\
d "+this.method);this.outputStatus({code,details,metadata:new metadata_1.Metadata});return}if(config.methodConfig.timeout){
let timeoutMs=Math.floor(config.methodConfig.timeout.seconds*1e3+config.methodConfig.timeout.nanos/1e6),configDeadline=Date.
now()+timeoutMs;this.deadline=(0,deadline_1.minDeadline)(this.deadline,configDeadline),this.runDeadlineTimer()}this.filterStackFactory.
push(config.dynamicFilterFactories),this.filterStack=this.filterStackFactory.createFilter(),this.filterStack.sendMetadata(
Promise.resolve(this.metadata)).then(filteredMetadata=>{this.child=this.channel.createRetryingCall(config,this.method,this.
host,this.credentials,this.deadline,this.callNumber),this.traceEnabled&&this.trace("Created child ["+this.child.getCallNumber()+
"]"),this.childStartTime=Date.now(),this.child.start(filteredMetadata,{onReceiveMetadata:metadata=>{this.trace("Received\
 metadata"),this.listener.onReceiveMetadata(this.filterStack.receiveMetadata(metadata))},onReceiveMessage:message=>{this.
trace("Received message"),this.readFilterPending=!0,this.filterStack.receiveMessage(message).then(filteredMesssage=>{this.
trace("Finished filtering received message"),this.readFilterPending=!1,this.listener.onReceiveMessage(filteredMesssage),
this.pendingChildStatus&&this.outputStatus(this.pendingChildStatus)},status=>{this.cancelWithStatus(status.code,status.details)})},
onReceiveStatus:status=>{this.trace("Received status"),this.readFilterPending?this.pendingChildStatus=status:this.outputStatus(
status)}}),this.readPending&&this.child.startRead(),this.pendingMessage?this.sendMessageOnChild(this.pendingMessage.context,
this.pendingMessage.message):this.pendingHalfClose&&this.child.halfClose()},status=>{this.outputStatus(status)})}reportResolverError(status){
var _a;!((_a=this.metadata)===null||_a===void 0)&&_a.getOptions().waitForReady?this.channel.queueCallForConfig(this):this.
outputStatus(status)}cancelWithStatus(status,details){var _a;this.traceEnabled&&this.trace("cancelWithStatus code: "+status+
' details: "'+details+'"'),(_a=this.child)===null||_a===void 0||_a.cancelWithStatus(status,details),this.outputStatus({code:status,
details,metadata:new metadata_1.Metadata})}getPeer(){var _a,_b;return(_b=(_a=this.child)===null||_a===void 0?void 0:_a.getPeer())!==
null&&_b!==void 0?_b:this.channel.getTarget()}start(metadata,listener){this.trace("start called"),this.metadata=metadata.
clone(),this.listener=listener,this.getConfig()}sendMessageWithContext(context,message){this.traceEnabled&&this.trace("w\
rite() called with message of length "+message.length),this.child?this.sendMessageOnChild(context,message):this.pendingMessage=
{context,message}}startRead(){this.trace("startRead called"),this.child?this.child.startRead():this.readPending=!0}halfClose(){
this.trace("halfClose called"),this.child&&!this.writeFilterPending?this.child.halfClose():this.pendingHalfClose=!0}setCredentials(credentials2){
this.credentials=credentials2}addStatusWatcher(watcher){this.statusWatchers.push(watcher)}getCallNumber(){return this.callNumber}getAuthContext(){
return this.child?this.child.getAuthContext():null}};exports.ResolvingCall=ResolvingCall}});var require_retrying_call=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/retrying-call.js"(exports){"use strict";
Object.defineProperty(exports,"__esModule",{value:!0});exports.RetryingCall=exports.MessageBufferTracker=exports.RetryThrottler=
void 0;var constants_1=require_constants(),deadline_1=require_deadline(),metadata_1=require_metadata(),logging=require_logging(),
call_number_1=require_call_number(),TRACER_NAME="retrying_call",RetryThrottler=class{constructor(maxTokens,tokenRatio,previousRetryThrottler){
this.maxTokens=maxTokens,this.tokenRatio=tokenRatio,previousRetryThrottler?this.tokens=previousRetryThrottler.tokens*(maxTokens/
previousRetryThrottler.maxTokens):this.tokens=maxTokens}addCallSucceeded(){this.tokens=Math.min(this.tokens+this.tokenRatio,
this.maxTokens)}addCallFailed(){this.tokens=Math.max(this.tokens-1,0)}canRetryCall(){return this.tokens>this.maxTokens/2}};
exports.RetryThrottler=RetryThrottler;var MessageBufferTracker=class{constructor(totalLimit,limitPerCall){this.totalLimit=
totalLimit,this.limitPerCall=limitPerCall,this.totalAllocated=0,this.allocatedPerCall=new Map}allocate(size,callId){var _a;
let currentPerCall=(_a=this.allocatedPerCall.get(callId))!==null&&_a!==void 0?_a:0;return this.limitPerCall-currentPerCall<
size||this.totalLimit-this.totalAllocated<size?!1:(this.allocatedPerCall.set(callId,currentPerCall+size),this.totalAllocated+=
size,!0)}free(size,callId){var _a;if(this.totalAllocated<size)throw new Error(`Invalid buffer allocation state: call ${callId}\
 freed ${size} > total allocated ${this.totalAllocated}`);this.totalAllocated-=size;let currentPerCall=(_a=this.allocatedPerCall.
get(callId))!==null&&_a!==void 0?_a:0;if(currentPerCall<size)throw new Error(`Invalid buffer allocation state: call ${callId}\
 freed ${size} > allocated for call ${currentPerCall}`);this.allocatedPerCall.set(callId,currentPerCall-size)}freeAll(callId){
var _a;let currentPerCall=(_a=this.allocatedPerCall.get(callId))!==null&&_a!==void 0?_a:0;if(this.totalAllocated<currentPerCall)
throw new Error(`Invalid buffer allocation state: call ${callId} allocated ${currentPerCall} > total allocated ${this.totalAllocated}`);
this.totalAllocated-=currentPerCall,this.allocatedPerCall.delete(callId)}};exports.MessageBufferTracker=MessageBufferTracker;
var PREVIONS_RPC_ATTEMPTS_METADATA_KEY="grpc-previous-rpc-attempts",DEFAULT_MAX_ATTEMPTS_LIMIT=5,RetryingCall=class{constructor(channel,callConfig,methodName,host,credentials2,deadline,callNumber,bufferTracker,retryThrottler){
var _a;this.channel=channel,this.callConfig=callConfig,this.methodName=methodName,this.host=host,this.credentials=credentials2,
this.deadline=deadline,this.callNumber=callNumber,this.bufferTracker=bufferTracker,this.retryThrottler=retryThrottler,this.
listener=null,this.initialMetadata=null,this.underlyingCalls=[],this.writeBuffer=[],this.writeBufferOffset=0,this.readStarted=
!1,this.transparentRetryUsed=!1,this.attempts=0,this.hedgingTimer=null,this.retryTimer=null,this.committedCallIndex=null,
this.initialRetryBackoffSec=0,this.nextRetryBackoffSec=0;let maxAttemptsLimit=(_a=channel.getOptions()["grpc-node.retry_\
max_attempts_limit"])!==null&&_a!==void 0?_a:DEFAULT_MAX_ATTEMPTS_LIMIT;if(channel.getOptions()["grpc.enable_retries"]===
0)this.state="NO_RETRY",this.maxAttempts=1;else if(callConfig.methodConfig.retryPolicy){this.state="RETRY";let retryPolicy=callConfig.
methodConfig.retryPolicy;this.nextRetryBackoffSec=this.initialRetryBackoffSec=Number(retryPolicy.initialBackoff.substring(
0,retryPolicy.initialBackoff.length-1)),this.maxAttempts=Math.min(retryPolicy.maxAttempts,maxAttemptsLimit)}else callConfig.
methodConfig.hedgingPolicy?(this.state="HEDGING",this.maxAttempts=Math.min(callConfig.methodConfig.hedgingPolicy.maxAttempts,
maxAttemptsLimit)):(this.state="TRANSPARENT_ONLY",this.maxAttempts=1);this.startTime=Date.now()}getDeadlineInfo(){if(this.
underlyingCalls.length===0)return[];let deadlineInfo=[],latestCall=this.underlyingCalls[this.underlyingCalls.length-1];return this.
underlyingCalls.length>1&&deadlineInfo.push(`previous attempts: ${this.underlyingCalls.length-1}`),latestCall.startTime>
this.startTime&&deadlineInfo.push(`time to current attempt start: ${(0,deadline_1.formatDateDifference)(this.startTime,latestCall.
startTime)}`),deadlineInfo.push(...latestCall.call.getDeadlineInfo()),deadlineInfo}getCallNumber(){return this.callNumber}get traceEnabled(){
return logging.isTracerEnabled(TRACER_NAME)}trace(text){this.traceEnabled&&logging.trace(constants_1.LogVerbosity.DEBUG,
TRACER_NAME,"["+this.callNumber+"] "+text)}reportStatus(statusObject){this.traceEnabled&&this.trace("ended with status: \
code="+statusObject.code+' details="'+statusObject.details+'" start time='+new Date(this.startTime).toISOString()),this.
bufferTracker.freeAll(this.callNumber),this.writeBufferOffset=this.writeBufferOffset+this.writeBuffer.length,this.writeBuffer=
[],process.nextTick(()=>{var _a;(_a=this.listener)===null||_a===void 0||_a.onReceiveStatus({code:statusObject.code,details:statusObject.
details,metadata:statusObject.metadata})})}cancelWithStatus(status,details){this.traceEnabled&&this.trace("cancelWithSta\
tus code: "+status+' details: "'+details+'"'),this.state="NO_RETRY",this.retryTimer&&(clearTimeout(this.retryTimer),this.
retryTimer=null),this.hedgingTimer&&(clearTimeout(this.hedgingTimer),this.hedgingTimer=null),this.reportStatus({code:status,
details,metadata:new metadata_1.Metadata});for(let{call}of this.underlyingCalls)call.cancelWithStatus(status,details)}getPeer(){
return this.committedCallIndex!==null?this.underlyingCalls[this.committedCallIndex].call.getPeer():"unknown"}getBufferEntry(messageIndex){
var _a;return(_a=this.writeBuffer[messageIndex-this.writeBufferOffset])!==null&&_a!==void 0?_a:{entryType:"FREED",allocated:!1}}getNextBufferIndex(){
return this.writeBufferOffset+this.writeBuffer.length}clearSentMessages(){if(this.state!=="COMMITTED")return;let earliestNeededMessageIndex;
this.underlyingCalls[this.committedCallIndex].state==="COMPLETED"?earliestNeededMessageIndex=this.getNextBufferIndex():earliestNeededMessageIndex=
this.underlyingCalls[this.committedCallIndex].nextMessageToSend;for(let messageIndex=this.writeBufferOffset;messageIndex<
earliestNeededMessageIndex;messageIndex++){let bufferEntry=this.getBufferEntry(messageIndex);bufferEntry.allocated&&this.
bufferTracker.free(bufferEntry.message.message.length,this.callNumber)}this.writeBuffer=this.writeBuffer.slice(earliestNeededMessageIndex-
this.writeBufferOffset),this.writeBufferOffset=earliestNeededMessageIndex}commitCall(index){var _a,_b;if(this.state!=="C\
OMMITTED"){this.traceEnabled&&this.trace("Committing call ["+this.underlyingCalls[index].call.getCallNumber()+"] at inde\
x "+index),this.state="COMMITTED",(_b=(_a=this.callConfig).onCommitted)===null||_b===void 0||_b.call(_a),this.committedCallIndex=
index;for(let i=0;i<this.underlyingCalls.length;i++)i!==index&&this.underlyingCalls[i].state!=="COMPLETED"&&(this.underlyingCalls[i].
state="COMPLETED",this.underlyingCalls[i].call.cancelWithStatus(constants_1.Status.CANCELLED,"Discarded in favor of othe\
r hedged attempt"));this.clearSentMessages()}}commitCallWithMostMessages(){if(this.state==="COMMITTED")return;let mostMessages=-1,
callWithMostMessages=-1;for(let[index,childCall]of this.underlyingCalls.entries())childCall.state==="ACTIVE"&&childCall.
nextMessageToSend>mostMessages&&(mostMessages=childCall.nextMessageToSend,callWithMostMessages=index);callWithMostMessages===
-1?this.state="TRANSPARENT_ONLY":this.commitCall(callWithMostMessages)}isStatusCodeInList(list,code){return list.some(value=>{
var _a;return value===code||value.toString().toLowerCase()===((_a=constants_1.Status[code])===null||_a===void 0?void 0:_a.
toLowerCase())})}getNextRetryJitter(){return Math.random()*(1.2-.8)+.8}getNextRetryBackoffMs(){var _a;let retryPolicy=(_a=
this.callConfig)===null||_a===void 0?void 0:_a.methodConfig.retryPolicy;if(!retryPolicy)return 0;let nextBackoffMs=this.
getNextRetryJitter()*this.nextRetryBackoffSec*1e3,maxBackoffSec=Number(retryPolicy.maxBackoff.substring(0,retryPolicy.maxBackoff.
length-1));return this.nextRetryBackoffSec=Math.min(this.nextRetryBackoffSec*retryPolicy.backoffMultiplier,maxBackoffSec),
nextBackoffMs}maybeRetryCall(pushback,callback){if(this.state!=="RETRY"){callback(!1);return}if(this.attempts>=this.maxAttempts){
callback(!1);return}let retryDelayMs;if(pushback===null)retryDelayMs=this.getNextRetryBackoffMs();else if(pushback<0){this.
state="TRANSPARENT_ONLY",callback(!1);return}else retryDelayMs=pushback,this.nextRetryBackoffSec=this.initialRetryBackoffSec;
this.retryTimer=setTimeout(()=>{var _a,_b;if(this.retryTimer=null,this.state!=="RETRY"){callback(!1);return}!((_b=(_a=this.
retryThrottler)===null||_a===void 0?void 0:_a.canRetryCall())!==null&&_b!==void 0)||_b?(callback(!0),this.attempts+=1,this.
startNewAttempt()):(this.trace("Retry attempt denied by throttling policy"),callback(!1))},retryDelayMs)}countActiveCalls(){
let count=0;for(let call of this.underlyingCalls)call?.state==="ACTIVE"&&(count+=1);return count}handleProcessedStatus(status,callIndex,pushback){
var _a,_b,_c;switch(this.state){case"COMMITTED":case"NO_RETRY":case"TRANSPARENT_ONLY":this.commitCall(callIndex),this.reportStatus(
status);break;case"HEDGING":if(this.isStatusCodeInList((_a=this.callConfig.methodConfig.hedgingPolicy.nonFatalStatusCodes)!==
null&&_a!==void 0?_a:[],status.code)){(_b=this.retryThrottler)===null||_b===void 0||_b.addCallFailed();let delayMs;if(pushback===
null)delayMs=0;else if(pushback<0){this.state="TRANSPARENT_ONLY",this.commitCall(callIndex),this.reportStatus(status);return}else
delayMs=pushback;setTimeout(()=>{this.maybeStartHedgingAttempt(),this.countActiveCalls()===0&&(this.commitCall(callIndex),
this.reportStatus(status))},delayMs)}else this.commitCall(callIndex),this.reportStatus(status);break;case"RETRY":this.isStatusCodeInList(
this.callConfig.methodConfig.retryPolicy.retryableStatusCodes,status.code)?((_c=this.retryThrottler)===null||_c===void 0||
_c.addCallFailed(),this.maybeRetryCall(pushback,retried=>{retried||(this.commitCall(callIndex),this.reportStatus(status))})):
(this.commitCall(callIndex),this.reportStatus(status));break}}getPushback(metadata){let mdValue=metadata.get("grpc-retry\
-pushback-ms");if(mdValue.length===0)return null;try{return parseInt(mdValue[0])}catch{return-1}}handleChildStatus(status,callIndex){
var _a;if(this.underlyingCalls[callIndex].state==="COMPLETED")return;if(this.traceEnabled&&this.trace("state="+this.state+
" handling status with progress "+status.progress+" from child ["+this.underlyingCalls[callIndex].call.getCallNumber()+"\
] in state "+this.underlyingCalls[callIndex].state),this.underlyingCalls[callIndex].state="COMPLETED",status.code===constants_1.
Status.OK){(_a=this.retryThrottler)===null||_a===void 0||_a.addCallSucceeded(),this.commitCall(callIndex),this.reportStatus(
status);return}if(this.state==="NO_RETRY"){this.commitCall(callIndex),this.reportStatus(status);return}if(this.state==="\
COMMITTED"){this.reportStatus(status);return}let pushback=this.getPushback(status.metadata);switch(status.progress){case"\
NOT_STARTED":this.startNewAttempt();break;case"REFUSED":this.transparentRetryUsed?this.handleProcessedStatus(status,callIndex,
pushback):(this.transparentRetryUsed=!0,this.startNewAttempt());break;case"DROP":this.commitCall(callIndex),this.reportStatus(
status);break;case"PROCESSED":this.handleProcessedStatus(status,callIndex,pushback);break}}maybeStartHedgingAttempt(){this.
state==="HEDGING"&&this.callConfig.methodConfig.hedgingPolicy&&(this.attempts>=this.maxAttempts||(this.attempts+=1,this.
startNewAttempt(),this.maybeStartHedgingTimer()))}maybeStartHedgingTimer(){var _a,_b,_c;if(this.hedgingTimer&&clearTimeout(
this.hedgingTimer),this.state!=="HEDGING"||!this.callConfig.methodConfig.hedgingPolicy)return;let hedgingPolicy=this.callConfig.
methodConfig.hedgingPolicy;if(this.attempts>=this.maxAttempts)return;let hedgingDelayString=(_a=hedgingPolicy.hedgingDelay)!==
null&&_a!==void 0?_a:"0s",hedgingDelaySec=Number(hedgingDelayString.substring(0,hedgingDelayString.length-1));this.hedgingTimer=
setTimeout(()=>{this.maybeStartHedgingAttempt()},hedgingDelaySec*1e3),(_c=(_b=this.hedgingTimer).unref)===null||_c===void 0||
_c.call(_b)}startNewAttempt(){let childCallNumber=this.underlyingCalls.length>0?(0,call_number_1.getNextCallNumber)():this.
callNumber,child=this.channel.createLoadBalancingCall(this.callConfig,this.methodName,this.host,this.credentials,this.deadline,
childCallNumber);this.traceEnabled&&this.trace("Created child call ["+child.getCallNumber()+"] for attempt "+this.attempts);
let index=this.underlyingCalls.length;this.underlyingCalls.push({state:"ACTIVE",call:child,nextMessageToSend:0,startTime:Date.
now()});let previousAttempts=this.attempts-1,initialMetadata=this.initialMetadata;previousAttempts>0&&(initialMetadata=initialMetadata.
clone(),initialMetadata.set(PREVIONS_RPC_ATTEMPTS_METADATA_KEY,`${previousAttempts}`));let receivedMetadata=!1;child.start(
initialMetadata,{onReceiveMetadata:metadata=>{this.traceEnabled&&this.trace("Received metadata from child ["+child.getCallNumber()+
"]"),this.commitCall(index),receivedMetadata=!0,previousAttempts>0&&metadata.set(PREVIONS_RPC_ATTEMPTS_METADATA_KEY,`${previousAttempts}`),
this.underlyingCalls[index].state==="ACTIVE"&&this.listener.onReceiveMetadata(metadata)},onReceiveMessage:message=>{this.
traceEnabled&&this.trace("Received message from child ["+child.getCallNumber()+"]"),this.commitCall(index),this.underlyingCalls[index].
state==="ACTIVE"&&this.listener.onReceiveMessage(message)},onReceiveStatus:status=>{this.traceEnabled&&this.trace("Recei\
ved status from child ["+child.getCallNumber()+"]"),!receivedMetadata&&previousAttempts>0&&status.metadata.set(PREVIONS_RPC_ATTEMPTS_METADATA_KEY,
`${previousAttempts}`),this.handleChildStatus(status,index)}}),this.sendNextChildMessage(index),this.readStarted&&child.
startRead()}start(metadata,listener){this.trace("start called"),this.listener=listener,this.initialMetadata=metadata,this.
attempts+=1,this.startNewAttempt(),this.maybeStartHedgingTimer()}handleChildWriteCompleted(childIndex,messageIndex){var _a,
_b;(_b=(_a=this.getBufferEntry(messageIndex)).callback)===null||_b===void 0||_b.call(_a),this.clearSentMessages();let childCall=this.
underlyingCalls[childIndex];childCall.nextMessageToSend+=1,this.sendNextChildMessage(childIndex)}sendNextChildMessage(childIndex){
let childCall=this.underlyingCalls[childIndex];if(childCall.state==="COMPLETED")return;let messageIndex=childCall.nextMessageToSend;
if(this.getBufferEntry(messageIndex)){let bufferEntry=this.getBufferEntry(messageIndex);switch(bufferEntry.entryType){case"\
MESSAGE":childCall.call.sendMessageWithContext({callback:error=>{this.handleChildWriteCompleted(childIndex,messageIndex)}},
bufferEntry.message.message),this.getBufferEntry(messageIndex+1).entryType==="HALF_CLOSE"&&(this.traceEnabled&&this.trace(
"Sending halfClose immediately after message to child ["+childCall.call.getCallNumber()+"] - optimizing for unary/final \
message"),childCall.nextMessageToSend+=1,childCall.call.halfClose());break;case"HALF_CLOSE":childCall.nextMessageToSend+=
1,childCall.call.halfClose();break;case"FREED":break}}}sendMessageWithContext(context,message){this.traceEnabled&&this.trace(
"write() called with message of length "+message.length);let writeObj={message,flags:context.flags},messageIndex=this.getNextBufferIndex(),
bufferEntry={entryType:"MESSAGE",message:writeObj,allocated:this.bufferTracker.allocate(message.length,this.callNumber)};
if(this.writeBuffer.push(bufferEntry),bufferEntry.allocated){process.nextTick(()=>{var _a;(_a=context.callback)===null||
_a===void 0||_a.call(context)});for(let[callIndex,call]of this.underlyingCalls.entries())call.state==="ACTIVE"&&call.nextMessageToSend===
messageIndex&&call.call.sendMessageWithContext({callback:error=>{this.handleChildWriteCompleted(callIndex,messageIndex)}},
message)}else{if(this.commitCallWithMostMessages(),this.committedCallIndex===null)return;let call=this.underlyingCalls[this.
committedCallIndex];bufferEntry.callback=context.callback,call.state==="ACTIVE"&&call.nextMessageToSend===messageIndex&&
call.call.sendMessageWithContext({callback:error=>{this.handleChildWriteCompleted(this.committedCallIndex,messageIndex)}},
message)}}startRead(){this.trace("startRead called"),this.readStarted=!0;for(let underlyingCall of this.underlyingCalls)
underlyingCall?.state==="ACTIVE"&&underlyingCall.call.startRead()}halfClose(){this.trace("halfClose called");let halfCloseIndex=this.
getNextBufferIndex();this.writeBuffer.push({entryType:"HALF_CLOSE",allocated:!1});for(let call of this.underlyingCalls)call?.
state==="ACTIVE"&&(call.nextMessageToSend===halfCloseIndex||call.nextMessageToSend===halfCloseIndex-1)&&(this.traceEnabled&&
this.trace("Sending halfClose immediately to child ["+call.call.getCallNumber()+"] - all messages already sent"),call.nextMessageToSend+=
1,call.call.halfClose())}setCredentials(newCredentials){throw new Error("Method not implemented.")}getMethod(){return this.
methodName}getHost(){return this.host}getAuthContext(){return this.committedCallIndex!==null?this.underlyingCalls[this.committedCallIndex].
call.getAuthContext():null}};exports.RetryingCall=RetryingCall}});var require_subchannel_interface=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/subchannel-interface.js"(exports){
"use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.BaseSubchannelWrapper=void 0;var BaseSubchannelWrapper=class{constructor(child){
this.child=child,this.healthy=!0,this.healthListeners=new Set,this.refcount=0,this.dataWatchers=new Set,child.addHealthStateWatcher(
childHealthy=>{this.healthy&&this.updateHealthListeners()})}updateHealthListeners(){for(let listener of this.healthListeners)
listener(this.isHealthy())}getConnectivityState(){return this.child.getConnectivityState()}addConnectivityStateListener(listener){
this.child.addConnectivityStateListener(listener)}removeConnectivityStateListener(listener){this.child.removeConnectivityStateListener(
listener)}startConnecting(){this.child.startConnecting()}getAddress(){return this.child.getAddress()}throttleKeepalive(newKeepaliveTime){
this.child.throttleKeepalive(newKeepaliveTime)}ref(){this.child.ref(),this.refcount+=1}unref(){this.child.unref(),this.refcount-=
1,this.refcount===0&&this.destroy()}destroy(){for(let watcher of this.dataWatchers)watcher.destroy()}getChannelzRef(){return this.
child.getChannelzRef()}isHealthy(){return this.healthy&&this.child.isHealthy()}addHealthStateWatcher(listener){this.healthListeners.
add(listener)}removeHealthStateWatcher(listener){this.healthListeners.delete(listener)}addDataWatcher(dataWatcher){dataWatcher.
setSubchannel(this.getRealSubchannel()),this.dataWatchers.add(dataWatcher)}setHealthy(healthy){healthy!==this.healthy&&(this.
healthy=healthy,this.child.isHealthy()&&this.updateHealthListeners())}getRealSubchannel(){return this.child.getRealSubchannel()}realSubchannelEquals(other){
return this.getRealSubchannel()===other.getRealSubchannel()}getCallCredentials(){return this.child.getCallCredentials()}getChannel(){
return this.child.getChannel()}};exports.BaseSubchannelWrapper=BaseSubchannelWrapper}});var require_internal_channel=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/internal-channel.js"(exports){"use \
strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.InternalChannel=exports.SUBCHANNEL_ARGS_EXCLUDE_KEY_PREFIX=
void 0;var channel_credentials_1=require_channel_credentials(),resolving_load_balancer_1=require_resolving_load_balancer(),
subchannel_pool_1=require_subchannel_pool(),picker_1=require_picker(),metadata_1=require_metadata(),constants_1=require_constants(),
filter_stack_1=require_filter_stack(),compression_filter_1=require_compression_filter(),resolver_1=require_resolver(),logging_1=require_logging(),
http_proxy_1=require_http_proxy(),uri_parser_1=require_uri_parser(),connectivity_state_1=require_connectivity_state(),channelz_1=require_channelz(),
load_balancing_call_1=require_load_balancing_call(),deadline_1=require_deadline(),resolving_call_1=require_resolving_call(),
call_number_1=require_call_number(),control_plane_status_1=require_control_plane_status(),retrying_call_1=require_retrying_call(),
subchannel_interface_1=require_subchannel_interface(),MAX_TIMEOUT_TIME=2147483647,MIN_IDLE_TIMEOUT_MS=1e3,DEFAULT_IDLE_TIMEOUT_MS=1800*
1e3,RETRY_THROTTLER_MAP=new Map,DEFAULT_RETRY_BUFFER_SIZE_BYTES=1<<24,DEFAULT_PER_RPC_RETRY_BUFFER_SIZE_BYTES=1<<20,ChannelSubchannelWrapper=class extends subchannel_interface_1.
BaseSubchannelWrapper{constructor(childSubchannel,channel){super(childSubchannel),this.channel=channel,this.refCount=0,this.
subchannelStateListener=(subchannel,previousState,newState,keepaliveTime)=>{channel.throttleKeepalive(keepaliveTime)}}ref(){
this.refCount===0&&(this.child.addConnectivityStateListener(this.subchannelStateListener),this.channel.addWrappedSubchannel(
this)),this.child.ref(),this.refCount+=1}unref(){this.child.unref(),this.refCount-=1,this.refCount<=0&&(this.child.removeConnectivityStateListener(
this.subchannelStateListener),this.channel.removeWrappedSubchannel(this))}},ShutdownPicker=class{pick(pickArgs){return{pickResultType:picker_1.
PickResultType.DROP,status:{code:constants_1.Status.UNAVAILABLE,details:"Channel closed before call started",metadata:new metadata_1.
Metadata},subchannel:null,onCallStarted:null,onCallEnded:null}}};exports.SUBCHANNEL_ARGS_EXCLUDE_KEY_PREFIX="grpc.intern\
al.no_subchannel";var ChannelzInfoTracker=class{constructor(target){this.target=target,this.trace=new channelz_1.ChannelzTrace,
this.callTracker=new channelz_1.ChannelzCallTracker,this.childrenTracker=new channelz_1.ChannelzChildrenTracker,this.state=
connectivity_state_1.ConnectivityState.IDLE}getChannelzInfoCallback(){return()=>({target:this.target,state:this.state,trace:this.
trace,callTracker:this.callTracker,children:this.childrenTracker.getChildLists()})}},InternalChannel=class _InternalChannel{constructor(target,credentials2,options){
var _a,_b,_c,_d,_e,_f;if(this.credentials=credentials2,this.options=options,this.connectivityState=connectivity_state_1.
ConnectivityState.IDLE,this.currentPicker=new picker_1.UnavailablePicker,this.configSelectionQueue=[],this.pickQueue=new Set,
this.connectivityStateWatchers=[],this.callRefTimer=null,this.configSelector=null,this.currentResolutionError=null,this.
wrappedSubchannels=new Set,this.callCount=0,this.idleTimer=null,this.channelzEnabled=!0,this.randomChannelId=Math.floor(
Math.random()*Number.MAX_SAFE_INTEGER),this.serviceUrlCache=new Map,typeof target!="string")throw new TypeError("Channel\
 target must be a string");if(!(credentials2 instanceof channel_credentials_1.ChannelCredentials))throw new TypeError("C\
hannel credentials must be a ChannelCredentials object");if(options&&typeof options!="object")throw new TypeError("Chann\
el options must be an object");this.channelzInfoTracker=new ChannelzInfoTracker(target);let originalTargetUri=(0,uri_parser_1.
parseUri)(target);if(originalTargetUri===null)throw new Error(`Could not parse target name "${target}"`);let defaultSchemeMapResult=(0,resolver_1.
mapUriDefaultScheme)(originalTargetUri);if(defaultSchemeMapResult===null)throw new Error(`Could not find a default schem\
e for target name "${target}"`);this.options["grpc.enable_channelz"]===0&&(this.channelzEnabled=!1),this.channelzRef=(0,channelz_1.
registerChannelzChannel)(target,this.channelzInfoTracker.getChannelzInfoCallback(),this.channelzEnabled),this.channelzEnabled&&
this.channelzInfoTracker.trace.addTrace("CT_INFO","Channel created"),this.options["grpc.default_authority"]?this.defaultAuthority=
this.options["grpc.default_authority"]:this.defaultAuthority=(0,resolver_1.getDefaultAuthority)(defaultSchemeMapResult);
let proxyMapResult=(0,http_proxy_1.mapProxyName)(defaultSchemeMapResult,options);this.target=proxyMapResult.target,this.
options=Object.assign({},this.options,proxyMapResult.extraOptions),this.subchannelPool=(0,subchannel_pool_1.getSubchannelPool)(
((_a=this.options["grpc.use_local_subchannel_pool"])!==null&&_a!==void 0?_a:0)===0),this.retryBufferTracker=new retrying_call_1.
MessageBufferTracker((_b=this.options["grpc.retry_buffer_size"])!==null&&_b!==void 0?_b:DEFAULT_RETRY_BUFFER_SIZE_BYTES,
(_c=this.options["grpc.per_rpc_retry_buffer_size"])!==null&&_c!==void 0?_c:DEFAULT_PER_RPC_RETRY_BUFFER_SIZE_BYTES),this.
keepaliveTime=(_d=this.options["grpc.keepalive_time_ms"])!==null&&_d!==void 0?_d:-1,this.idleTimeoutMs=Math.max((_e=this.
options["grpc.client_idle_timeout_ms"])!==null&&_e!==void 0?_e:DEFAULT_IDLE_TIMEOUT_MS,MIN_IDLE_TIMEOUT_MS);let channelControlHelper={
createSubchannel:(subchannelAddress,subchannelArgs)=>{let finalSubchannelArgs={};for(let[key,value]of Object.entries(subchannelArgs))
key.startsWith(exports.SUBCHANNEL_ARGS_EXCLUDE_KEY_PREFIX)||(finalSubchannelArgs[key]=value);let subchannel=this.subchannelPool.
getOrCreateSubchannel(this.target,subchannelAddress,finalSubchannelArgs,this.credentials);return subchannel.throttleKeepalive(
this.keepaliveTime),this.channelzEnabled&&this.channelzInfoTracker.trace.addTrace("CT_INFO","Created subchannel or used \
existing subchannel",subchannel.getChannelzRef()),new ChannelSubchannelWrapper(subchannel,this)},updateState:(connectivityState,picker)=>{
this.currentPicker=picker;let queueCopy=this.pickQueue;this.pickQueue=new Set,queueCopy.size>0&&this.callRefTimerUnref();
for(let call of queueCopy)call.doPick();this.updateState(connectivityState)},requestReresolution:()=>{throw new Error("R\
esolving load balancer should never call requestReresolution")},addChannelzChild:child=>{this.channelzEnabled&&this.channelzInfoTracker.
childrenTracker.refChild(child)},removeChannelzChild:child=>{this.channelzEnabled&&this.channelzInfoTracker.childrenTracker.
unrefChild(child)}};if(this.resolvingLoadBalancer=new resolving_load_balancer_1.ResolvingLoadBalancer(this.target,channelControlHelper,
this.options,(serviceConfig,configSelector)=>{var _a2;serviceConfig.retryThrottling?RETRY_THROTTLER_MAP.set(this.getTarget(),
new retrying_call_1.RetryThrottler(serviceConfig.retryThrottling.maxTokens,serviceConfig.retryThrottling.tokenRatio,RETRY_THROTTLER_MAP.
get(this.getTarget()))):RETRY_THROTTLER_MAP.delete(this.getTarget()),this.channelzEnabled&&this.channelzInfoTracker.trace.
addTrace("CT_INFO","Address resolution succeeded"),(_a2=this.configSelector)===null||_a2===void 0||_a2.unref(),this.configSelector=
configSelector,this.currentResolutionError=null,process.nextTick(()=>{let localQueue=this.configSelectionQueue;this.configSelectionQueue=
[],localQueue.length>0&&this.callRefTimerUnref();for(let call of localQueue)call.getConfig()})},status=>{this.channelzEnabled&&
this.channelzInfoTracker.trace.addTrace("CT_WARNING","Address resolution failed with code "+status.code+' and details "'+
status.details+'"'),this.configSelectionQueue.length>0&&this.trace("Name resolution failed with calls queued for config \
selection"),this.configSelector===null&&(this.currentResolutionError=Object.assign(Object.assign({},(0,control_plane_status_1.
restrictControlPlaneStatusCode)(status.code,status.details)),{metadata:status.metadata}));let localQueue=this.configSelectionQueue;
this.configSelectionQueue=[],localQueue.length>0&&this.callRefTimerUnref();for(let call of localQueue)call.reportResolverError(
status)}),this.filterStackFactory=new filter_stack_1.FilterStackFactory([new compression_filter_1.CompressionFilterFactory(
this,this.options)]),this.traceEnabled&&this.trace("Channel constructed with options "+JSON.stringify(options,void 0,2)),
(0,logging_1.isTracerEnabled)("channel_stacktrace")){let error=new Error;(0,logging_1.trace)(constants_1.LogVerbosity.DEBUG,
"channel_stacktrace","("+this.channelzRef.id+`) Channel constructed 
`+((_f=error.stack)===null||_f===void 0?void 0:_f.substring(error.stack.indexOf(`
`)+1)))}this.lastActivityTimestamp=Date.now()}get traceEnabled(){return(0,logging_1.isTracerEnabled)("channel")}trace(text,verbosityOverride){
this.traceEnabled&&(0,logging_1.trace)(verbosityOverride??constants_1.LogVerbosity.DEBUG,"channel","("+this.channelzRef.
id+") "+(0,uri_parser_1.uriToString)(this.target)+" "+text)}callRefTimerRef(){var _a,_b,_c,_d;this.callRefTimer||(this.callRefTimer=
setInterval(()=>{},MAX_TIMEOUT_TIME)),!((_b=(_a=this.callRefTimer).hasRef)===null||_b===void 0)&&_b.call(_a)||(this.traceEnabled&&
this.trace("callRefTimer.ref | configSelectionQueue.length="+this.configSelectionQueue.length+" pickQueue.length="+this.
pickQueue.size),(_d=(_c=this.callRefTimer).ref)===null||_d===void 0||_d.call(_c))}callRefTimerUnref(){var _a,_b,_c;(!(!((_a=
this.callRefTimer)===null||_a===void 0)&&_a.hasRef)||this.callRefTimer.hasRef())&&(this.traceEnabled&&this.trace("callRe\
fTimer.unref | configSelectionQueue.length="+this.configSelectionQueue.length+" pickQueue.length="+this.pickQueue.size),
(_c=(_b=this.callRefTimer)===null||_b===void 0?void 0:_b.unref)===null||_c===void 0||_c.call(_b))}removeConnectivityStateWatcher(watcherObject){
let watcherIndex=this.connectivityStateWatchers.findIndex(value=>value===watcherObject);watcherIndex>=0&&this.connectivityStateWatchers.
splice(watcherIndex,1)}updateState(newState){(0,logging_1.trace)(constants_1.LogVerbosity.DEBUG,"connectivity_state","("+
this.channelzRef.id+") "+(0,uri_parser_1.uriToString)(this.target)+" "+connectivity_state_1.ConnectivityState[this.connectivityState]+
" -> "+connectivity_state_1.ConnectivityState[newState]),this.channelzEnabled&&this.channelzInfoTracker.trace.addTrace("\
CT_INFO","Connectivity state change to "+connectivity_state_1.ConnectivityState[newState]),this.connectivityState=newState,
this.channelzInfoTracker.state=newState;let watchersCopy=this.connectivityStateWatchers.slice();for(let watcherObject of watchersCopy)
newState!==watcherObject.currentState&&(watcherObject.timer&&clearTimeout(watcherObject.timer),this.removeConnectivityStateWatcher(
watcherObject),watcherObject.callback());newState!==connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE&&(this.currentResolutionError=
null)}throttleKeepalive(newKeepaliveTime){if(newKeepaliveTime>this.keepaliveTime){this.keepaliveTime=newKeepaliveTime;for(let wrappedSubchannel of this.
wrappedSubchannels)wrappedSubchannel.throttleKeepalive(newKeepaliveTime)}}addWrappedSubchannel(wrappedSubchannel){this.wrappedSubchannels.
add(wrappedSubchannel)}removeWrappedSubchannel(wrappedSubchannel){this.wrappedSubchannels.delete(wrappedSubchannel)}doPick(metadata,extraPickInfo){
return this.currentPicker.pick({metadata,extraPickInfo})}queueCallForPick(call){this.pickQueue.add(call),this.callRefTimerRef()}removeCallFromPickQueue(call){
this.pickQueue.delete(call),this.pickQueue.size===0&&this.callRefTimerUnref()}getConfig(method,metadata){return this.connectivityState!==
connectivity_state_1.ConnectivityState.SHUTDOWN&&this.resolvingLoadBalancer.exitIdle(),this.configSelector?{type:"SUCCES\
S",config:this.configSelector.invoke(method,metadata,this.randomChannelId)}:this.currentResolutionError?{type:"ERROR",error:this.
currentResolutionError}:{type:"NONE"}}queueCallForConfig(call){this.configSelectionQueue.push(call),this.callRefTimerRef()}enterIdle(){
this.resolvingLoadBalancer.destroy(),this.updateState(connectivity_state_1.ConnectivityState.IDLE),this.currentPicker=new picker_1.
QueuePicker(this.resolvingLoadBalancer),this.idleTimer&&(clearTimeout(this.idleTimer),this.idleTimer=null),this.callRefTimer&&
(clearInterval(this.callRefTimer),this.callRefTimer=null)}startIdleTimeout(timeoutMs){var _a,_b;this.idleTimer=setTimeout(
()=>{if(this.callCount>0){this.startIdleTimeout(this.idleTimeoutMs);return}let timeSinceLastActivity=Date.now()-this.lastActivityTimestamp;
timeSinceLastActivity>=this.idleTimeoutMs?(this.trace("Idle timer triggered after "+this.idleTimeoutMs+"ms of inactivity"),
this.enterIdle()):this.startIdleTimeout(this.idleTimeoutMs-timeSinceLastActivity)},timeoutMs),(_b=(_a=this.idleTimer).unref)===
null||_b===void 0||_b.call(_a)}maybeStartIdleTimer(){this.connectivityState!==connectivity_state_1.ConnectivityState.SHUTDOWN&&
!this.idleTimer&&this.startIdleTimeout(this.idleTimeoutMs)}onCallStart(){this.channelzEnabled&&this.channelzInfoTracker.
callTracker.addCallStarted(),this.callCount+=1}onCallEnd(status){this.channelzEnabled&&(status.code===constants_1.Status.
OK?this.channelzInfoTracker.callTracker.addCallSucceeded():this.channelzInfoTracker.callTracker.addCallFailed()),this.callCount-=
1,this.lastActivityTimestamp=Date.now(),this.maybeStartIdleTimer()}getServiceUrl(host,methodName){let methodMap=this.serviceUrlCache.
get(host);if(methodMap===void 0&&this.serviceUrlCache.size<_InternalChannel.MAX_CACHED_HOSTS&&(methodMap=new Map,this.serviceUrlCache.
set(host,methodMap)),methodMap!==void 0){let serviceUrl=methodMap.get(methodName);if(serviceUrl!==void 0)return serviceUrl;
let computedServiceUrl=(0,uri_parser_1.computeServiceUrl)(host,methodName);return methodMap.size<_InternalChannel.MAX_METHODS_PER_HOST&&
methodMap.set(methodName,computedServiceUrl),computedServiceUrl}return(0,uri_parser_1.computeServiceUrl)(host,methodName)}createLoadBalancingCall(callConfig,method,host,credentials2,deadline,callNumber){
let finalCallNumber=callNumber??(0,call_number_1.getNextCallNumber)();return this.traceEnabled&&this.trace("createLoadBa\
lancingCall ["+finalCallNumber+'] method="'+method+'"'),new load_balancing_call_1.LoadBalancingCall(this,callConfig,method,
host,credentials2,deadline,finalCallNumber)}createRetryingCall(callConfig,method,host,credentials2,deadline,callNumber){
let finalCallNumber=callNumber??(0,call_number_1.getNextCallNumber)();return this.traceEnabled&&this.trace("createRetryi\
ngCall ["+finalCallNumber+'] method="'+method+'"'),new retrying_call_1.RetryingCall(this,callConfig,method,host,credentials2,
deadline,finalCallNumber,this.retryBufferTracker,RETRY_THROTTLER_MAP.get(this.getTarget()))}createResolvingCall(method,deadline,host,parentCall,propagateFlags){
let callNumber=(0,call_number_1.getNextCallNumber)();this.traceEnabled&&this.trace("createResolvingCall ["+callNumber+']\
 method="'+method+'", deadline='+(0,deadline_1.deadlineToString)(deadline));let finalOptions={deadline,flags:propagateFlags??
constants_1.Propagate.DEFAULTS,host:host??this.defaultAuthority,parentCall},call=new resolving_call_1.ResolvingCall(this,
method,finalOptions,this.filterStackFactory.clone(),callNumber);return this.onCallStart(),call.addStatusWatcher(status=>{
this.onCallEnd(status)}),call}close(){var _a;this.resolvingLoadBalancer.destroy(),this.updateState(connectivity_state_1.
ConnectivityState.SHUTDOWN),this.currentPicker=new ShutdownPicker;for(let call of this.configSelectionQueue)call.cancelWithStatus(
constants_1.Status.UNAVAILABLE,"Channel closed before call started");this.configSelectionQueue=[];for(let call of this.pickQueue)
call.cancelWithStatus(constants_1.Status.UNAVAILABLE,"Channel closed before call started");this.pickQueue.clear(),this.callRefTimer&&
clearInterval(this.callRefTimer),this.idleTimer&&clearTimeout(this.idleTimer),this.channelzEnabled&&(0,channelz_1.unregisterChannelzRef)(
this.channelzRef),this.subchannelPool.unrefUnusedSubchannels(),(_a=this.configSelector)===null||_a===void 0||_a.unref(),
this.configSelector=null,this.serviceUrlCache.clear()}getTarget(){return(0,uri_parser_1.uriToString)(this.target)}getConnectivityState(tryToConnect){
let connectivityState=this.connectivityState;return tryToConnect&&(this.resolvingLoadBalancer.exitIdle(),this.lastActivityTimestamp=
Date.now(),this.maybeStartIdleTimer()),connectivityState}watchConnectivityState(currentState,deadline,callback){if(this.
connectivityState===connectivity_state_1.ConnectivityState.SHUTDOWN)throw new Error("Channel has been shut down");let timer=null;
if(deadline!==1/0){let deadlineDate=deadline instanceof Date?deadline:new Date(deadline),now=new Date;if(deadline===-1/0||
deadlineDate<=now){process.nextTick(callback,new Error("Deadline passed without connectivity state change"));return}timer=
setTimeout(()=>{this.removeConnectivityStateWatcher(watcherObject),callback(new Error("Deadline passed without connectiv\
ity state change"))},deadlineDate.getTime()-now.getTime())}let watcherObject={currentState,callback,timer};this.connectivityStateWatchers.
push(watcherObject)}getChannelzRef(){return this.channelzRef}createCall(method,deadline,host,parentCall,propagateFlags){
if(typeof method!="string")throw new TypeError("Channel#createCall: method must be a string");if(!(typeof deadline=="num\
ber"||deadline instanceof Date))throw new TypeError("Channel#createCall: deadline must be a number or Date");if(this.connectivityState===
connectivity_state_1.ConnectivityState.SHUTDOWN)throw new Error("Channel has been shut down");return this.createResolvingCall(
method,deadline,host,parentCall,propagateFlags)}getOptions(){return this.options}};exports.InternalChannel=InternalChannel;
InternalChannel.MAX_CACHED_HOSTS=5;InternalChannel.MAX_METHODS_PER_HOST=100}});var require_channel=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/channel.js"(exports){"use strict";Object.defineProperty(
exports,"__esModule",{value:!0});exports.ChannelImplementation=void 0;var channel_credentials_1=require_channel_credentials(),
internal_channel_1=require_internal_channel(),ChannelImplementation=class{constructor(target,credentials2,options){if(typeof target!=
"string")throw new TypeError("Channel target must be a string");if(!(credentials2 instanceof channel_credentials_1.ChannelCredentials))
throw new TypeError("Channel credentials must be a ChannelCredentials object");if(options&&typeof options!="object")throw new TypeError(
"Channel options must be an object");this.internalChannel=new internal_channel_1.InternalChannel(target,credentials2,options)}close(){
this.internalChannel.close()}getTarget(){return this.internalChannel.getTarget()}getConnectivityState(tryToConnect){return this.
internalChannel.getConnectivityState(tryToConnect)}watchConnectivityState(currentState,deadline,callback){this.internalChannel.
watchConnectivityState(currentState,deadline,callback)}getChannelzRef(){return this.internalChannel.getChannelzRef()}createCall(method,deadline,host,parentCall,propagateFlags){
if(typeof method!="string")throw new TypeError("Channel#createCall: method must be a string");if(!(typeof deadline=="num\
ber"||deadline instanceof Date))throw new TypeError("Channel#createCall: deadline must be a number or Date");return this.
internalChannel.createCall(method,deadline,host,parentCall,propagateFlags)}};exports.ChannelImplementation=ChannelImplementation}});var require_server_call=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/server-call.js"(exports){"use strict";Object.
defineProperty(exports,"__esModule",{value:!0});exports.ServerDuplexStreamImpl=exports.ServerWritableStreamImpl=exports.
ServerReadableStreamImpl=exports.ServerUnaryCallImpl=void 0;exports.serverErrorToStatus=serverErrorToStatus;var events_1=__require("events"),
stream_1=__require("stream"),constants_1=require_constants(),metadata_1=require_metadata();function serverErrorToStatus(error,overrideTrailers){
var _a;let status={code:constants_1.Status.UNKNOWN,details:"message"in error?error.message:"Unknown Error",metadata:(_a=
overrideTrailers??error.metadata)!==null&&_a!==void 0?_a:null};return"code"in error&&typeof error.code=="number"&&Number.
isInteger(error.code)&&(status.code=error.code,"details"in error&&typeof error.details=="string"&&(status.details=error.
details)),status}var ServerUnaryCallImpl=class extends events_1.EventEmitter{constructor(path,call,metadata,request){super(),
this.path=path,this.call=call,this.metadata=metadata,this.request=request,this.cancelled=!1}getPeer(){return this.call.getPeer()}sendMetadata(responseMetadata){
this.call.sendMetadata(responseMetadata)}getDeadline(){return this.call.getDeadline()}getPath(){return this.path}getHost(){
return this.call.getHost()}getAuthContext(){return this.call.getAuthContext()}getMetricsRecorder(){return this.call.getMetricsRecorder()}};
exports.ServerUnaryCallImpl=ServerUnaryCallImpl;var ServerReadableStreamImpl=class extends stream_1.Readable{constructor(path,call,metadata){
super({objectMode:!0}),this.path=path,this.call=call,this.metadata=metadata,this.cancelled=!1}_read(size){this.call.startRead()}getPeer(){
return this.call.getPeer()}sendMetadata(responseMetadata){this.call.sendMetadata(responseMetadata)}getDeadline(){return this.
call.getDeadline()}getPath(){return this.path}getHost(){return this.call.getHost()}getAuthContext(){return this.call.getAuthContext()}getMetricsRecorder(){
return this.call.getMetricsRecorder()}};exports.ServerReadableStreamImpl=ServerReadableStreamImpl;var ServerWritableStreamImpl=class extends stream_1.
Writable{constructor(path,call,metadata,request){super({objectMode:!0}),this.path=path,this.call=call,this.metadata=metadata,
this.request=request,this.pendingStatus={code:constants_1.Status.OK,details:"OK"},this.cancelled=!1,this.trailingMetadata=
new metadata_1.Metadata,this.on("error",err=>{this.pendingStatus=serverErrorToStatus(err),this.end()})}getPeer(){return this.
call.getPeer()}sendMetadata(responseMetadata){this.call.sendMetadata(responseMetadata)}getDeadline(){return this.call.getDeadline()}getPath(){
return this.path}getHost(){return this.call.getHost()}getAuthContext(){return this.call.getAuthContext()}getMetricsRecorder(){
return this.call.getMetricsRecorder()}_write(chunk,encoding,callback){this.call.sendMessage(chunk,callback)}_final(callback){
var _a;callback(null),this.call.sendStatus(Object.assign(Object.assign({},this.pendingStatus),{metadata:(_a=this.pendingStatus.
metadata)!==null&&_a!==void 0?_a:this.trailingMetadata}))}end(metadata){return metadata&&(this.trailingMetadata=metadata),
super.end()}};exports.ServerWritableStreamImpl=ServerWritableStreamImpl;var ServerDuplexStreamImpl=class extends stream_1.
Duplex{constructor(path,call,metadata){super({objectMode:!0}),this.path=path,this.call=call,this.metadata=metadata,this.
pendingStatus={code:constants_1.Status.OK,details:"OK"},this.cancelled=!1,this.trailingMetadata=new metadata_1.Metadata,
this.on("error",err=>{this.pendingStatus=serverErrorToStatus(err),this.end()})}getPeer(){return this.call.getPeer()}sendMetadata(responseMetadata){
this.call.sendMetadata(responseMetadata)}getDeadline(){return this.call.getDeadline()}getPath(){return this.path}getHost(){
return this.call.getHost()}getAuthContext(){return this.call.getAuthContext()}getMetricsRecorder(){return this.call.getMetricsRecorder()}_read(size){
this.call.startRead()}_write(chunk,encoding,callback){this.call.sendMessage(chunk,callback)}_final(callback){var _a;callback(
null),this.call.sendStatus(Object.assign(Object.assign({},this.pendingStatus),{metadata:(_a=this.pendingStatus.metadata)!==
null&&_a!==void 0?_a:this.trailingMetadata}))}end(metadata){return metadata&&(this.trailingMetadata=metadata),super.end()}};
exports.ServerDuplexStreamImpl=ServerDuplexStreamImpl}});var require_server_credentials=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/server-credentials.js"(exports){"\
use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.ServerCredentials=void 0;exports.createCertificateProviderServerCredentials=
createCertificateProviderServerCredentials;exports.createServerCredentialsWithInterceptors=createServerCredentialsWithInterceptors;
var tls_helpers_1=require_tls_helpers(),ServerCredentials=class{constructor(serverConstructorOptions,contextOptions){this.
serverConstructorOptions=serverConstructorOptions,this.watchers=new Set,this.latestContextOptions=null,this.latestContextOptions=
contextOptions??null}_addWatcher(watcher){this.watchers.add(watcher)}_removeWatcher(watcher){this.watchers.delete(watcher)}getWatcherCount(){
return this.watchers.size}updateSecureContextOptions(options){this.latestContextOptions=options;for(let watcher of this.
watchers)watcher(this.latestContextOptions)}_isSecure(){return this.serverConstructorOptions!==null}_getSecureContextOptions(){
return this.latestContextOptions}_getConstructorOptions(){return this.serverConstructorOptions}_getInterceptors(){return[]}static createInsecure(){
return new InsecureServerCredentials}static createSsl(rootCerts,keyCertPairs,checkClientCertificate=!1){var _a;if(rootCerts!==
null&&!Buffer.isBuffer(rootCerts))throw new TypeError("rootCerts must be null or a Buffer");if(!Array.isArray(keyCertPairs))
throw new TypeError("keyCertPairs must be an array");if(typeof checkClientCertificate!="boolean")throw new TypeError("ch\
eckClientCertificate must be a boolean");let cert=[],key=[];for(let i=0;i<keyCertPairs.length;i++){let pair=keyCertPairs[i];
if(pair===null||typeof pair!="object")throw new TypeError(`keyCertPair[${i}] must be an object`);if(!Buffer.isBuffer(pair.
private_key))throw new TypeError(`keyCertPair[${i}].private_key must be a Buffer`);if(!Buffer.isBuffer(pair.cert_chain))
throw new TypeError(`keyCertPair[${i}].cert_chain must be a Buffer`);cert.push(pair.cert_chain),key.push(pair.private_key)}
return new SecureServerCredentials({requestCert:checkClientCertificate,ciphers:tls_helpers_1.CIPHER_SUITES},{ca:(_a=rootCerts??
(0,tls_helpers_1.getDefaultRootsData)())!==null&&_a!==void 0?_a:void 0,cert,key})}};exports.ServerCredentials=ServerCredentials;
var InsecureServerCredentials=class _InsecureServerCredentials extends ServerCredentials{constructor(){super(null)}_getSettings(){
return null}_equals(other){return other instanceof _InsecureServerCredentials}},SecureServerCredentials=class _SecureServerCredentials extends ServerCredentials{constructor(constructorOptions,contextOptions){
super(constructorOptions,contextOptions),this.options=Object.assign(Object.assign({},constructorOptions),contextOptions)}_equals(other){
if(this===other)return!0;if(!(other instanceof _SecureServerCredentials))return!1;if(Buffer.isBuffer(this.options.ca)&&Buffer.
isBuffer(other.options.ca)){if(!this.options.ca.equals(other.options.ca))return!1}else if(this.options.ca!==other.options.
ca)return!1;if(Array.isArray(this.options.cert)&&Array.isArray(other.options.cert)){if(this.options.cert.length!==other.
options.cert.length)return!1;for(let i=0;i<this.options.cert.length;i++){let thisCert=this.options.cert[i],otherCert=other.
options.cert[i];if(Buffer.isBuffer(thisCert)&&Buffer.isBuffer(otherCert)){if(!thisCert.equals(otherCert))return!1}else if(thisCert!==
otherCert)return!1}}else if(this.options.cert!==other.options.cert)return!1;if(Array.isArray(this.options.key)&&Array.isArray(
other.options.key)){if(this.options.key.length!==other.options.key.length)return!1;for(let i=0;i<this.options.key.length;i++){
let thisKey=this.options.key[i],otherKey=other.options.key[i];if(Buffer.isBuffer(thisKey)&&Buffer.isBuffer(otherKey)){if(!thisKey.
equals(otherKey))return!1}else if(thisKey!==otherKey)return!1}}else if(this.options.key!==other.options.key)return!1;return this.
options.requestCert===other.options.requestCert}},CertificateProviderServerCredentials=class _CertificateProviderServerCredentials extends ServerCredentials{constructor(identityCertificateProvider,caCertificateProvider,requireClientCertificate){
super({requestCert:caCertificateProvider!==null,rejectUnauthorized:requireClientCertificate,ciphers:tls_helpers_1.CIPHER_SUITES}),
this.identityCertificateProvider=identityCertificateProvider,this.caCertificateProvider=caCertificateProvider,this.requireClientCertificate=
requireClientCertificate,this.latestCaUpdate=null,this.latestIdentityUpdate=null,this.caCertificateUpdateListener=this.handleCaCertificateUpdate.
bind(this),this.identityCertificateUpdateListener=this.handleIdentityCertitificateUpdate.bind(this)}_addWatcher(watcher){
var _a;this.getWatcherCount()===0&&((_a=this.caCertificateProvider)===null||_a===void 0||_a.addCaCertificateListener(this.
caCertificateUpdateListener),this.identityCertificateProvider.addIdentityCertificateListener(this.identityCertificateUpdateListener)),
super._addWatcher(watcher)}_removeWatcher(watcher){var _a;super._removeWatcher(watcher),this.getWatcherCount()===0&&((_a=
this.caCertificateProvider)===null||_a===void 0||_a.removeCaCertificateListener(this.caCertificateUpdateListener),this.identityCertificateProvider.
removeIdentityCertificateListener(this.identityCertificateUpdateListener))}_equals(other){return this===other?!0:other instanceof
_CertificateProviderServerCredentials?this.caCertificateProvider===other.caCertificateProvider&&this.identityCertificateProvider===
other.identityCertificateProvider&&this.requireClientCertificate===other.requireClientCertificate:!1}calculateSecureContextOptions(){
var _a;return this.latestIdentityUpdate===null||this.caCertificateProvider!==null&&this.latestCaUpdate===null?null:{ca:(_a=
this.latestCaUpdate)===null||_a===void 0?void 0:_a.caCertificate,cert:[this.latestIdentityUpdate.certificate],key:[this.
latestIdentityUpdate.privateKey]}}finalizeUpdate(){let secureContextOptions=this.calculateSecureContextOptions();this.updateSecureContextOptions(
secureContextOptions)}handleCaCertificateUpdate(update){this.latestCaUpdate=update,this.finalizeUpdate()}handleIdentityCertitificateUpdate(update){
this.latestIdentityUpdate=update,this.finalizeUpdate()}};function createCertificateProviderServerCredentials(caCertificateProvider,identityCertificateProvider,requireClientCertificate){
return new CertificateProviderServerCredentials(caCertificateProvider,identityCertificateProvider,requireClientCertificate)}
var InterceptorServerCredentials=class _InterceptorServerCredentials extends ServerCredentials{constructor(childCredentials,interceptors){
super({}),this.childCredentials=childCredentials,this.interceptors=interceptors}_isSecure(){return this.childCredentials.
_isSecure()}_equals(other){if(!(other instanceof _InterceptorServerCredentials)||!this.childCredentials._equals(other.childCredentials)||
this.interceptors.length!==other.interceptors.length)return!1;for(let i=0;i<this.interceptors.length;i++)if(this.interceptors[i]!==
other.interceptors[i])return!1;return!0}_getInterceptors(){return this.interceptors}_addWatcher(watcher){this.childCredentials.
_addWatcher(watcher)}_removeWatcher(watcher){this.childCredentials._removeWatcher(watcher)}_getConstructorOptions(){return this.
childCredentials._getConstructorOptions()}_getSecureContextOptions(){return this.childCredentials._getSecureContextOptions()}};
function createServerCredentialsWithInterceptors(credentials2,interceptors){return new InterceptorServerCredentials(credentials2,
interceptors)}}});var require_duration=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/duration.js"(exports){"use strict";Object.defineProperty(
exports,"__esModule",{value:!0});exports.durationMessageToDuration=durationMessageToDuration;exports.msToDuration=msToDuration;
exports.durationToMs=durationToMs;exports.isDuration=isDuration;exports.isDurationMessage=isDurationMessage;exports.parseDuration=
parseDuration;exports.durationToString=durationToString;function durationMessageToDuration(message){return{seconds:Number.
parseInt(message.seconds),nanos:message.nanos}}function msToDuration(millis){return{seconds:millis/1e3|0,nanos:millis%1e3*
1e6|0}}function durationToMs(duration){return duration.seconds*1e3+duration.nanos/1e6|0}function isDuration(value){return typeof value.
seconds=="number"&&typeof value.nanos=="number"}function isDurationMessage(value){return typeof value.seconds=="string"&&
typeof value.nanos=="number"}var durationRegex=/^(\d+)(?:\.(\d+))?s$/;function parseDuration(value){let match=value.match(
durationRegex);return match?{seconds:Number.parseInt(match[1],10),nanos:match[2]?Number.parseInt(match[2].padEnd(9,"0"),
10):0}:null}function durationToString(duration){if(duration.nanos===0)return`${duration.seconds}s`;let scaleFactor;return duration.
nanos%1e6===0?scaleFactor=1e6:duration.nanos%1e3===0?scaleFactor=1e3:scaleFactor=1,`${duration.seconds}.${duration.nanos/
scaleFactor}s`}}});var require_orca=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/orca.js"(exports){"use strict";Object.defineProperty(
exports,"__esModule",{value:!0});exports.OrcaOobMetricsSubchannelWrapper=exports.GRPC_METRICS_HEADER=exports.ServerMetricRecorder=
exports.PerRequestMetricRecorder=void 0;exports.createOrcaClient=createOrcaClient;exports.createMetricsReader=createMetricsReader;
var make_client_1=require_make_client(),duration_1=require_duration(),channel_credentials_1=require_channel_credentials(),
subchannel_interface_1=require_subchannel_interface(),constants_1=require_constants(),backoff_timeout_1=require_backoff_timeout(),
connectivity_state_1=require_connectivity_state(),loadedOrcaProto=null;function loadOrcaProto(){if(loadedOrcaProto)return loadedOrcaProto;
let loaderLoadSync=__require("@grpc/proto-loader").loadSync,loadedProto=loaderLoadSync("xds/service/orca/v3/orca.proto",
{keepCase:!0,longs:String,enums:String,defaults:!0,oneofs:!0,includeDirs:[`${__dirname}/../../proto/xds`,`${__dirname}/.\
./../proto/protoc-gen-validate`]});return(0,make_client_1.loadPackageDefinition)(loadedProto)}var PerRequestMetricRecorder=class{constructor(){
this.message={}}recordRequestCostMetric(name,value){this.message.request_cost||(this.message.request_cost={}),this.message.
request_cost[name]=value}recordUtilizationMetric(name,value){this.message.utilization||(this.message.utilization={}),this.
message.utilization[name]=value}recordNamedMetric(name,value){this.message.named_metrics||(this.message.named_metrics={}),
this.message.named_metrics[name]=value}recordCPUUtilizationMetric(value){this.message.cpu_utilization=value}recordMemoryUtilizationMetric(value){
this.message.mem_utilization=value}recordApplicationUtilizationMetric(value){this.message.application_utilization=value}recordQpsMetric(value){
this.message.rps_fractional=value}recordEpsMetric(value){this.message.eps=value}serialize(){return loadOrcaProto().xds.data.
orca.v3.OrcaLoadReport.serialize(this.message)}};exports.PerRequestMetricRecorder=PerRequestMetricRecorder;var DEFAULT_REPORT_INTERVAL_MS=3e4,
ServerMetricRecorder=class{constructor(){this.message={},this.serviceImplementation={StreamCoreMetrics:call=>{let reportInterval=call.
request.report_interval?(0,duration_1.durationToMs)((0,duration_1.durationMessageToDuration)(call.request.report_interval)):
DEFAULT_REPORT_INTERVAL_MS,reportTimer=setInterval(()=>{call.write(this.message)},reportInterval);call.on("cancelled",()=>{
clearInterval(reportTimer)})}}}putUtilizationMetric(name,value){this.message.utilization||(this.message.utilization={}),
this.message.utilization[name]=value}setAllUtilizationMetrics(metrics){this.message.utilization=Object.assign({},metrics)}deleteUtilizationMetric(name){
var _a;(_a=this.message.utilization)===null||_a===void 0||delete _a[name]}setCpuUtilizationMetric(value){this.message.cpu_utilization=
value}deleteCpuUtilizationMetric(){delete this.message.cpu_utilization}setApplicationUtilizationMetric(value){this.message.
application_utilization=value}deleteApplicationUtilizationMetric(){delete this.message.application_utilization}setQpsMetric(value){
this.message.rps_fractional=value}deleteQpsMetric(){delete this.message.rps_fractional}setEpsMetric(value){this.message.
eps=value}deleteEpsMetric(){delete this.message.eps}addToServer(server){let serviceDefinition=loadOrcaProto().xds.service.
orca.v3.OpenRcaService.service;server.addService(serviceDefinition,this.serviceImplementation)}};exports.ServerMetricRecorder=
ServerMetricRecorder;function createOrcaClient(channel){let ClientClass=loadOrcaProto().xds.service.orca.v3.OpenRcaService;
return new ClientClass("unused",channel_credentials_1.ChannelCredentials.createInsecure(),{channelOverride:channel})}exports.
GRPC_METRICS_HEADER="endpoint-load-metrics-bin";var PARSED_LOAD_REPORT_KEY="grpc_orca_load_report";function createMetricsReader(listener,previousOnCallEnded){
return(code,details,metadata)=>{let parsedLoadReport=metadata.getOpaque(PARSED_LOAD_REPORT_KEY);if(parsedLoadReport)listener(
parsedLoadReport);else{let serializedLoadReport=metadata.get(exports.GRPC_METRICS_HEADER);serializedLoadReport.length>0&&
(parsedLoadReport=loadOrcaProto().xds.data.orca.v3.OrcaLoadReport.deserialize(serializedLoadReport[0]),listener(parsedLoadReport),
metadata.setOpaque(PARSED_LOAD_REPORT_KEY,parsedLoadReport))}previousOnCallEnded&&previousOnCallEnded(code,details,metadata)}}
var DATA_PRODUCER_KEY="orca_oob_metrics",OobMetricsDataWatcher=class{constructor(metricsListener,intervalMs){this.metricsListener=
metricsListener,this.intervalMs=intervalMs,this.dataProducer=null}setSubchannel(subchannel){let producer=subchannel.getOrCreateDataProducer(
DATA_PRODUCER_KEY,createOobMetricsDataProducer);this.dataProducer=producer,producer.addDataWatcher(this)}destroy(){var _a;
(_a=this.dataProducer)===null||_a===void 0||_a.removeDataWatcher(this)}getInterval(){return this.intervalMs}onMetricsUpdate(metrics){
this.metricsListener(metrics)}},OobMetricsDataProducer=class{constructor(subchannel){this.subchannel=subchannel,this.dataWatchers=
new Set,this.orcaSupported=!0,this.metricsCall=null,this.currentInterval=1/0,this.backoffTimer=new backoff_timeout_1.BackoffTimeout(
()=>this.updateMetricsSubscription()),this.subchannelStateListener=()=>this.updateMetricsSubscription();let channel=subchannel.
getChannel();this.client=createOrcaClient(channel),subchannel.addConnectivityStateListener(this.subchannelStateListener)}addDataWatcher(dataWatcher){
this.dataWatchers.add(dataWatcher),this.updateMetricsSubscription()}removeDataWatcher(dataWatcher){var _a;this.dataWatchers.
delete(dataWatcher),this.dataWatchers.size===0?(this.subchannel.removeDataProducer(DATA_PRODUCER_KEY),(_a=this.metricsCall)===
null||_a===void 0||_a.cancel(),this.metricsCall=null,this.client.close(),this.subchannel.removeConnectivityStateListener(
this.subchannelStateListener)):this.updateMetricsSubscription()}updateMetricsSubscription(){var _a;if(this.dataWatchers.
size===0||!this.orcaSupported||this.subchannel.getConnectivityState()!==connectivity_state_1.ConnectivityState.READY)return;
let newInterval=Math.min(...Array.from(this.dataWatchers).map(watcher=>watcher.getInterval()));if(!this.metricsCall||newInterval!==
this.currentInterval){(_a=this.metricsCall)===null||_a===void 0||_a.cancel(),this.currentInterval=newInterval;let metricsCall=this.
client.streamCoreMetrics({report_interval:(0,duration_1.msToDuration)(newInterval)});this.metricsCall=metricsCall,metricsCall.
on("data",report=>{this.dataWatchers.forEach(watcher=>{watcher.onMetricsUpdate(report)})}),metricsCall.on("error",error=>{
if(this.metricsCall=null,error.code===constants_1.Status.UNIMPLEMENTED){this.orcaSupported=!1;return}error.code!==constants_1.
Status.CANCELLED&&this.backoffTimer.runOnce()})}}},OrcaOobMetricsSubchannelWrapper=class extends subchannel_interface_1.
BaseSubchannelWrapper{constructor(child,metricsListener,intervalMs){super(child),this.addDataWatcher(new OobMetricsDataWatcher(
metricsListener,intervalMs))}getWrappedSubchannel(){return this.child}};exports.OrcaOobMetricsSubchannelWrapper=OrcaOobMetricsSubchannelWrapper;
function createOobMetricsDataProducer(subchannel){return new OobMetricsDataProducer(subchannel)}}});var require_server_interceptors=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/server-interceptors.js"(exports){
"use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.BaseServerInterceptingCall=exports.ServerInterceptingCall=
exports.ResponderBuilder=exports.ServerListenerBuilder=void 0;exports.isInterceptingServerListener=isInterceptingServerListener;
exports.getServerInterceptingCall=getServerInterceptingCall;var metadata_1=require_metadata(),constants_1=require_constants(),
http2=__require("http2"),error_1=require_error(),zlib=__require("zlib"),stream_decoder_1=require_stream_decoder(),logging=require_logging(),
tls_1=__require("tls"),orca_1=require_orca(),environment_1=require_environment(),TRACER_NAME="server_call";function trace(text){
logging.trace(constants_1.LogVerbosity.DEBUG,TRACER_NAME,text)}var ServerListenerBuilder=class{constructor(){this.metadata=
void 0,this.message=void 0,this.halfClose=void 0,this.cancel=void 0}withOnReceiveMetadata(onReceiveMetadata){return this.
metadata=onReceiveMetadata,this}withOnReceiveMessage(onReceiveMessage){return this.message=onReceiveMessage,this}withOnReceiveHalfClose(onReceiveHalfClose){
return this.halfClose=onReceiveHalfClose,this}withOnCancel(onCancel){return this.cancel=onCancel,this}build(){return{onReceiveMetadata:this.
metadata,onReceiveMessage:this.message,onReceiveHalfClose:this.halfClose,onCancel:this.cancel}}};exports.ServerListenerBuilder=
ServerListenerBuilder;function isInterceptingServerListener(listener){return listener.onReceiveMetadata!==void 0&&listener.
onReceiveMetadata.length===1}var InterceptingServerListenerImpl=class{constructor(listener,nextListener){this.listener=listener,
this.nextListener=nextListener,this.cancelled=!1,this.processingMetadata=!1,this.hasPendingMessage=!1,this.pendingMessage=
null,this.processingMessage=!1,this.hasPendingHalfClose=!1}processPendingMessage(){this.hasPendingMessage&&(this.nextListener.
onReceiveMessage(this.pendingMessage),this.pendingMessage=null,this.hasPendingMessage=!1)}processPendingHalfClose(){this.
hasPendingHalfClose&&(this.nextListener.onReceiveHalfClose(),this.hasPendingHalfClose=!1)}onReceiveMetadata(metadata){this.
cancelled||(this.processingMetadata=!0,this.listener.onReceiveMetadata(metadata,interceptedMetadata=>{this.processingMetadata=
!1,!this.cancelled&&(this.nextListener.onReceiveMetadata(interceptedMetadata),this.processPendingMessage(),this.processPendingHalfClose())}))}onReceiveMessage(message){
this.cancelled||(this.processingMessage=!0,this.listener.onReceiveMessage(message,msg=>{this.processingMessage=!1,!this.
cancelled&&(this.processingMetadata?(this.pendingMessage=msg,this.hasPendingMessage=!0):(this.nextListener.onReceiveMessage(
msg),this.processPendingHalfClose()))}))}onReceiveHalfClose(){this.cancelled||this.listener.onReceiveHalfClose(()=>{this.
cancelled||(this.processingMetadata||this.processingMessage?this.hasPendingHalfClose=!0:this.nextListener.onReceiveHalfClose())})}onCancel(){
this.cancelled=!0,this.listener.onCancel(),this.nextListener.onCancel()}},ResponderBuilder=class{constructor(){this.start=
void 0,this.metadata=void 0,this.message=void 0,this.status=void 0}withStart(start){return this.start=start,this}withSendMetadata(sendMetadata){
return this.metadata=sendMetadata,this}withSendMessage(sendMessage){return this.message=sendMessage,this}withSendStatus(sendStatus){
return this.status=sendStatus,this}build(){return{start:this.start,sendMetadata:this.metadata,sendMessage:this.message,sendStatus:this.
status}}};exports.ResponderBuilder=ResponderBuilder;var defaultServerListener={onReceiveMetadata:(metadata,next)=>{next(
metadata)},onReceiveMessage:(message,next)=>{next(message)},onReceiveHalfClose:next=>{next()},onCancel:()=>{}},defaultResponder={
start:next=>{next()},sendMetadata:(metadata,next)=>{next(metadata)},sendMessage:(message,next)=>{next(message)},sendStatus:(status,next)=>{
next(status)}},ServerInterceptingCall=class{constructor(nextCall,responder){var _a,_b,_c,_d;this.nextCall=nextCall,this.
processingMetadata=!1,this.sentMetadata=!1,this.processingMessage=!1,this.pendingMessage=null,this.pendingMessageCallback=
null,this.pendingStatus=null,this.responder={start:(_a=responder?.start)!==null&&_a!==void 0?_a:defaultResponder.start,sendMetadata:(_b=
responder?.sendMetadata)!==null&&_b!==void 0?_b:defaultResponder.sendMetadata,sendMessage:(_c=responder?.sendMessage)!==
null&&_c!==void 0?_c:defaultResponder.sendMessage,sendStatus:(_d=responder?.sendStatus)!==null&&_d!==void 0?_d:defaultResponder.
sendStatus}}processPendingMessage(){this.pendingMessageCallback&&(this.nextCall.sendMessage(this.pendingMessage,this.pendingMessageCallback),
this.pendingMessage=null,this.pendingMessageCallback=null)}processPendingStatus(){this.pendingStatus&&(this.nextCall.sendStatus(
this.pendingStatus),this.pendingStatus=null)}start(listener){this.responder.start(interceptedListener=>{var _a,_b,_c,_d;
let fullInterceptedListener={onReceiveMetadata:(_a=interceptedListener?.onReceiveMetadata)!==null&&_a!==void 0?_a:defaultServerListener.
onReceiveMetadata,onReceiveMessage:(_b=interceptedListener?.onReceiveMessage)!==null&&_b!==void 0?_b:defaultServerListener.
onReceiveMessage,onReceiveHalfClose:(_c=interceptedListener?.onReceiveHalfClose)!==null&&_c!==void 0?_c:defaultServerListener.
onReceiveHalfClose,onCancel:(_d=interceptedListener?.onCancel)!==null&&_d!==void 0?_d:defaultServerListener.onCancel},finalInterceptingListener=new InterceptingServerListenerImpl(
fullInterceptedListener,listener);this.nextCall.start(finalInterceptingListener)})}sendMetadata(metadata){this.processingMetadata=
!0,this.sentMetadata=!0,this.responder.sendMetadata(metadata,interceptedMetadata=>{this.processingMetadata=!1,this.nextCall.
sendMetadata(interceptedMetadata),this.processPendingMessage(),this.processPendingStatus()})}sendMessage(message,callback){
this.processingMessage=!0,this.sentMetadata||this.sendMetadata(new metadata_1.Metadata),this.responder.sendMessage(message,
interceptedMessage=>{this.processingMessage=!1,this.processingMetadata?(this.pendingMessage=interceptedMessage,this.pendingMessageCallback=
callback):this.nextCall.sendMessage(interceptedMessage,callback)})}sendStatus(status){this.responder.sendStatus(status,interceptedStatus=>{
this.processingMetadata||this.processingMessage?this.pendingStatus=interceptedStatus:this.nextCall.sendStatus(interceptedStatus)})}startRead(){
this.nextCall.startRead()}getPeer(){return this.nextCall.getPeer()}getDeadline(){return this.nextCall.getDeadline()}getHost(){
return this.nextCall.getHost()}getAuthContext(){return this.nextCall.getAuthContext()}getConnectionInfo(){return this.nextCall.
getConnectionInfo()}getMetricsRecorder(){return this.nextCall.getMetricsRecorder()}};exports.ServerInterceptingCall=ServerInterceptingCall;
var GRPC_ACCEPT_ENCODING_HEADER="grpc-accept-encoding",GRPC_ENCODING_HEADER="grpc-encoding",GRPC_MESSAGE_HEADER="grpc-me\
ssage",GRPC_STATUS_HEADER="grpc-status",GRPC_TIMEOUT_HEADER="grpc-timeout",DEADLINE_REGEX=/(\d{1,8})\s*([HMSmun])/,deadlineUnitsToMs={
H:36e5,M:6e4,S:1e3,m:1,u:.001,n:1e-6},defaultCompressionHeaders={[GRPC_ACCEPT_ENCODING_HEADER]:"identity,deflate,gzip",[GRPC_ENCODING_HEADER]:"\
identity"},defaultResponseHeaders={[http2.constants.HTTP2_HEADER_STATUS]:http2.constants.HTTP_STATUS_OK,[http2.constants.
HTTP2_HEADER_CONTENT_TYPE]:"application/grpc+proto"},defaultResponseOptions={waitForTrailers:!0},BaseServerInterceptingCall=class{constructor(stream,headers,callEventTracker,handler,options){
var _a,_b;this.stream=stream,this.callEventTracker=callEventTracker,this.handler=handler,this.listener=null,this.deadlineTimer=
null,this.deadline=1/0,this.maxSendMessageSize=constants_1.DEFAULT_MAX_SEND_MESSAGE_LENGTH,this.maxReceiveMessageSize=constants_1.
DEFAULT_MAX_RECEIVE_MESSAGE_LENGTH,this.cancelled=!1,this.metadataSent=!1,this.wantTrailers=!1,this.cancelNotified=!1,this.
incomingEncoding="identity",this.readQueue=[],this.isReadPending=!1,this.receivedHalfClose=!1,this.streamEnded=!1,this.metricsRecorder=
new orca_1.PerRequestMetricRecorder,this.stream.once("close",()=>{var _a2;trace("Request to method "+((_a2=this.handler)===
null||_a2===void 0?void 0:_a2.path)+" stream closed with rstCode "+this.stream.rstCode),this.callEventTracker&&!this.streamEnded&&
(this.streamEnded=!0,this.callEventTracker.onStreamEnd(!1),this.callEventTracker.onCallEnd({code:constants_1.Status.CANCELLED,
details:"Stream closed before sending status",metadata:null})),this.notifyOnCancel()}),this.stream.on("data",data=>{this.
handleDataFrame(data)}),this.stream.pause(),this.stream.on("end",()=>{this.handleEndEvent()}),"grpc.max_send_message_len\
gth"in options&&(this.maxSendMessageSize=options["grpc.max_send_message_length"]),"grpc.max_receive_message_length"in options&&
(this.maxReceiveMessageSize=options["grpc.max_receive_message_length"]),this.host=(_a=headers[":authority"])!==null&&_a!==
void 0?_a:headers.host,this.decoder=new stream_decoder_1.StreamDecoder(this.maxReceiveMessageSize);let metadata=metadata_1.
Metadata.fromHttp2Headers(headers);logging.isTracerEnabled(TRACER_NAME)&&trace("Request to "+this.handler.path+" receive\
d headers "+JSON.stringify(metadata.toJSON()));let timeoutHeader=metadata.get(GRPC_TIMEOUT_HEADER);timeoutHeader.length>
0&&this.handleTimeoutHeader(timeoutHeader[0]);let encodingHeader=metadata.get(GRPC_ENCODING_HEADER);encodingHeader.length>
0&&(this.incomingEncoding=encodingHeader[0]),metadata.remove(GRPC_TIMEOUT_HEADER),metadata.remove(GRPC_ENCODING_HEADER),
metadata.remove(GRPC_ACCEPT_ENCODING_HEADER),metadata.remove(http2.constants.HTTP2_HEADER_ACCEPT_ENCODING),metadata.remove(
http2.constants.HTTP2_HEADER_TE),metadata.remove(http2.constants.HTTP2_HEADER_CONTENT_TYPE),this.metadata=metadata;let socket=(_b=
stream.session)===null||_b===void 0?void 0:_b.socket;this.connectionInfo={localAddress:socket?.localAddress,localPort:socket?.
localPort,remoteAddress:socket?.remoteAddress,remotePort:socket?.remotePort},this.shouldSendMetrics=!!options["grpc.serv\
er_call_metric_recording"]}handleTimeoutHeader(timeoutHeader){let match=timeoutHeader.toString().match(DEADLINE_REGEX);if(match===
null){let status={code:constants_1.Status.INTERNAL,details:`Invalid ${GRPC_TIMEOUT_HEADER} value "${timeoutHeader}"`,metadata:null};
process.nextTick(()=>{this.sendStatus(status)});return}let timeout=+match[1]*deadlineUnitsToMs[match[2]]|0;this.deadline=
Date.now()+timeout,this.deadlineTimer=setTimeout(()=>{let status={code:constants_1.Status.DEADLINE_EXCEEDED,details:"Dea\
dline exceeded",metadata:null};this.sendStatus(status)},timeout)}checkCancelled(){return!this.cancelled&&(this.stream.destroyed||
this.stream.closed)&&(this.notifyOnCancel(),this.cancelled=!0),this.cancelled}notifyOnCancel(){this.cancelNotified||(this.
cancelNotified=!0,this.cancelled=!0,process.nextTick(()=>{var _a;(_a=this.listener)===null||_a===void 0||_a.onCancel()}),
this.deadlineTimer&&clearTimeout(this.deadlineTimer),this.stream.resume())}maybeSendMetadata(){this.metadataSent||this.sendMetadata(
new metadata_1.Metadata)}serializeMessage(value){let messageBuffer=this.handler.serialize(value),byteLength=messageBuffer.
byteLength,output=Buffer.allocUnsafe(byteLength+5);return output.writeUInt8(0,0),output.writeUInt32BE(byteLength,1),messageBuffer.
copy(output,5),output}decompressMessage(message,encoding){let messageContents=message.subarray(5);if(encoding==="identit\
y")return messageContents;if(encoding==="deflate"||encoding==="gzip"){let decompresser;return encoding==="deflate"?decompresser=
zlib.createInflate():decompresser=zlib.createGunzip(),new Promise((resolve,reject)=>{let totalLength=0,messageParts=[];decompresser.
on("error",error=>{reject({code:constants_1.Status.INTERNAL,details:"Failed to decompress message"})}),decompresser.on("\
data",chunk=>{messageParts.push(chunk),totalLength+=chunk.byteLength,this.maxReceiveMessageSize!==-1&&totalLength>this.maxReceiveMessageSize&&
(decompresser.destroy(),reject({code:constants_1.Status.RESOURCE_EXHAUSTED,details:`Received message that decompresses t\
o a size larger than ${this.maxReceiveMessageSize}`}))}),decompresser.on("end",()=>{resolve(Buffer.concat(messageParts))}),
decompresser.write(messageContents),decompresser.end()})}else return Promise.reject({code:constants_1.Status.UNIMPLEMENTED,
details:`Received message compressed with unsupported encoding "${encoding}"`})}async decompressAndMaybePush(queueEntry){
if(queueEntry.type!=="COMPRESSED")throw new Error(`Invalid queue entry type: ${queueEntry.type}`);let compressedMessageEncoding=queueEntry.
compressedMessage.readUInt8(0)===1?this.incomingEncoding:"identity",decompressedMessage;try{decompressedMessage=await this.
decompressMessage(queueEntry.compressedMessage,compressedMessageEncoding)}catch(err){this.sendStatus(err);return}try{queueEntry.
parsedMessage=this.handler.deserialize(decompressedMessage)}catch(err){let details;environment_1.GRPC_NODE_DEBUG_SEND_ERROR_DETAILS?
details=`Error deserializing request: ${err.message}`:details="Error deserializing request",this.sendStatus({code:constants_1.
Status.INTERNAL,details});return}queueEntry.type="READABLE",this.maybePushNextMessage()}maybePushNextMessage(){if(this.listener&&
this.isReadPending&&this.readQueue.length>0&&this.readQueue[0].type!=="COMPRESSED"){this.isReadPending=!1;let nextQueueEntry=this.
readQueue.shift();nextQueueEntry.type==="READABLE"?this.listener.onReceiveMessage(nextQueueEntry.parsedMessage):this.listener.
onReceiveHalfClose()}}handleDataFrame(data){var _a;if(this.checkCancelled())return;trace("Request to "+this.handler.path+
" received data frame of size "+data.length);let rawMessages;try{rawMessages=this.decoder.write(data)}catch(e){this.sendStatus(
{code:constants_1.Status.RESOURCE_EXHAUSTED,details:e.message});return}for(let messageBytes of rawMessages){this.stream.
pause();let queueEntry={type:"COMPRESSED",compressedMessage:messageBytes,parsedMessage:null};this.readQueue.push(queueEntry),
this.decompressAndMaybePush(queueEntry),(_a=this.callEventTracker)===null||_a===void 0||_a.addMessageReceived()}}handleEndEvent(){
this.readQueue.push({type:"HALF_CLOSE",compressedMessage:null,parsedMessage:null}),this.receivedHalfClose=!0,this.maybePushNextMessage()}start(listener){
trace("Request to "+this.handler.path+" start called"),!this.checkCancelled()&&(this.listener=listener,listener.onReceiveMetadata(
this.metadata))}sendMetadata(metadata){if(this.checkCancelled()||this.metadataSent)return;this.metadataSent=!0;let custom=metadata?
metadata.toHttp2Headers():null,headers=Object.assign(Object.assign(Object.assign({},defaultResponseHeaders),defaultCompressionHeaders),
custom);this.stream.respond(headers,defaultResponseOptions)}sendMessage(message,callback){if(this.checkCancelled())return;
let response;try{response=this.serializeMessage(message)}catch(e){let details;environment_1.GRPC_NODE_DEBUG_SEND_ERROR_DETAILS?
details=`Error serializing response: ${(0,error_1.getErrorMessage)(e)}`:details="Error serializing response",this.sendStatus(
{code:constants_1.Status.INTERNAL,details,metadata:null});return}if(this.maxSendMessageSize!==-1&&response.length-5>this.
maxSendMessageSize){this.sendStatus({code:constants_1.Status.RESOURCE_EXHAUSTED,details:`Sent message larger than max (${response.
length} vs. ${this.maxSendMessageSize})`,metadata:null});return}this.maybeSendMetadata(),trace("Request to "+this.handler.
path+" sent data frame of size "+response.length),this.stream.write(response,error=>{var _a;if(error){let details;environment_1.
GRPC_NODE_DEBUG_SEND_ERROR_DETAILS?details=`Error writing message: ${(0,error_1.getErrorMessage)(error)}`:details="Inter\
nal server error",this.sendStatus({code:constants_1.Status.INTERNAL,details,metadata:null});return}(_a=this.callEventTracker)===
null||_a===void 0||_a.addMessageSent(),callback()})}sendStatus(status){var _a,_b,_c;if(this.checkCancelled())return;trace(
"Request to method "+((_a=this.handler)===null||_a===void 0?void 0:_a.path)+" ended with status code: "+constants_1.Status[status.
code]+" details: "+status.details);let statusMetadata=(_c=(_b=status.metadata)===null||_b===void 0?void 0:_b.clone())!==
null&&_c!==void 0?_c:new metadata_1.Metadata;if(this.shouldSendMetrics&&statusMetadata.set(orca_1.GRPC_METRICS_HEADER,this.
metricsRecorder.serialize()),this.metadataSent)this.wantTrailers?this.notifyOnCancel():(this.wantTrailers=!0,this.stream.
once("wantTrailers",()=>{this.callEventTracker&&!this.streamEnded&&(this.streamEnded=!0,this.callEventTracker.onStreamEnd(
!0),this.callEventTracker.onCallEnd(status));let trailersToSend=Object.assign({[GRPC_STATUS_HEADER]:status.code,[GRPC_MESSAGE_HEADER]:encodeURI(
status.details)},statusMetadata.toHttp2Headers());this.stream.sendTrailers(trailersToSend),this.notifyOnCancel()}),this.
stream.end());else{this.callEventTracker&&!this.streamEnded&&(this.streamEnded=!0,this.callEventTracker.onStreamEnd(!0),
this.callEventTracker.onCallEnd(status));let trailersToSend=Object.assign(Object.assign({[GRPC_STATUS_HEADER]:status.code,
[GRPC_MESSAGE_HEADER]:encodeURI(status.details)},defaultResponseHeaders),statusMetadata.toHttp2Headers());this.stream.respond(
trailersToSend,{endStream:!0}),this.notifyOnCancel()}}startRead(){trace("Request to "+this.handler.path+" startRead call\
ed"),!this.checkCancelled()&&(this.isReadPending=!0,this.readQueue.length===0?this.receivedHalfClose||this.stream.resume():
this.maybePushNextMessage())}getPeer(){var _a;let socket=(_a=this.stream.session)===null||_a===void 0?void 0:_a.socket;return socket?.
remoteAddress?socket.remotePort?`${socket.remoteAddress}:${socket.remotePort}`:socket.remoteAddress:"unknown"}getDeadline(){
return this.deadline}getHost(){return this.host}getAuthContext(){var _a;if(!(((_a=this.stream.session)===null||_a===void 0?
void 0:_a.socket)instanceof tls_1.TLSSocket))return{};if(!this.stream.session.socket.authorized)return{};let peerCertificate=this.
stream.session.socket.getPeerCertificate();return{transportSecurityType:"ssl",sslPeerCertificate:peerCertificate.raw?peerCertificate:
void 0}}getConnectionInfo(){return this.connectionInfo}getMetricsRecorder(){return this.metricsRecorder}};exports.BaseServerInterceptingCall=
BaseServerInterceptingCall;function getServerInterceptingCall(interceptors,stream,headers,callEventTracker,handler,options){
let methodDefinition={path:handler.path,requestStream:handler.type==="clientStream"||handler.type==="bidi",responseStream:handler.
type==="serverStream"||handler.type==="bidi",requestDeserialize:handler.deserialize,responseSerialize:handler.serialize},
baseCall=new BaseServerInterceptingCall(stream,headers,callEventTracker,handler,options);return interceptors.reduce((call,interceptor)=>interceptor(
methodDefinition,call),baseCall)}}});var require_server=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/server.js"(exports){"use strict";var __runInitializers=exports&&
exports.__runInitializers||function(thisArg,initializers,value){for(var useValue=arguments.length>2,i=0;i<initializers.length;i++)
value=useValue?initializers[i].call(thisArg,value):initializers[i].call(thisArg);return useValue?value:void 0},__esDecorate=exports&&
exports.__esDecorate||function(ctor,descriptorIn,decorators,contextIn,initializers,extraInitializers){function accept(f){
if(f!==void 0&&typeof f!="function")throw new TypeError("Function expected");return f}for(var kind=contextIn.kind,key=kind===
"getter"?"get":kind==="setter"?"set":"value",target=!descriptorIn&&ctor?contextIn.static?ctor:ctor.prototype:null,descriptor=descriptorIn||
(target?Object.getOwnPropertyDescriptor(target,contextIn.name):{}),_,done=!1,i=decorators.length-1;i>=0;i--){var context={};
for(var p in contextIn)context[p]=p==="access"?{}:contextIn[p];for(var p in contextIn.access)context.access[p]=contextIn.
access[p];context.addInitializer=function(f){if(done)throw new TypeError("Cannot add initializers after decoration has c\
ompleted");extraInitializers.push(accept(f||null))};var result=(0,decorators[i])(kind==="accessor"?{get:descriptor.get,set:descriptor.
set}:descriptor[key],context);if(kind==="accessor"){if(result===void 0)continue;if(result===null||typeof result!="object")
throw new TypeError("Object expected");(_=accept(result.get))&&(descriptor.get=_),(_=accept(result.set))&&(descriptor.set=
_),(_=accept(result.init))&&initializers.unshift(_)}else(_=accept(result))&&(kind==="field"?initializers.unshift(_):descriptor[key]=
_)}target&&Object.defineProperty(target,contextIn.name,descriptor),done=!0};Object.defineProperty(exports,"__esModule",{
value:!0});exports.Server=void 0;var http2=__require("http2"),util=__require("util"),constants_1=require_constants(),server_call_1=require_server_call(),
server_credentials_1=require_server_credentials(),resolver_1=require_resolver(),logging=require_logging(),subchannel_address_1=require_subchannel_address(),
uri_parser_1=require_uri_parser(),channelz_1=require_channelz(),server_interceptors_1=require_server_interceptors(),environment_1=require_environment(),
UNLIMITED_CONNECTION_AGE_MS=~(1<<31),KEEPALIVE_MAX_TIME_MS=~(1<<31),KEEPALIVE_TIMEOUT_MS=2e4,MAX_CONNECTION_IDLE_MS=~(1<<
31),{HTTP2_HEADER_PATH}=http2.constants,TRACER_NAME="server",kMaxAge=Buffer.from("max_age");function serverCallTrace(text){
logging.trace(constants_1.LogVerbosity.DEBUG,"server_call",text)}function noop(){}function deprecate(message){return function(target,context){
return util.deprecate(target,message)}}function getUnimplementedStatusResponse(methodName){return{code:constants_1.Status.
UNIMPLEMENTED,details:`The server does not implement the method ${methodName}`}}function getDefaultHandler(handlerType,methodName){
let unimplementedStatusResponse=getUnimplementedStatusResponse(methodName);switch(handlerType){case"unary":return(call,callback)=>{
callback(unimplementedStatusResponse,null)};case"clientStream":return(call,callback)=>{callback(unimplementedStatusResponse,
null)};case"serverStream":return call=>{call.emit("error",unimplementedStatusResponse)};case"bidi":return call=>{call.emit(
"error",unimplementedStatusResponse)};default:throw new Error(`Invalid handlerType ${handlerType}`)}}var Server=(()=>{var _a;
let _instanceExtraInitializers=[],_start_decorators;return _a=class{constructor(options){var _b,_c,_d,_e,_f,_g;this.boundPorts=
(__runInitializers(this,_instanceExtraInitializers),new Map),this.http2Servers=new Map,this.sessionIdleTimeouts=new Map,
this.handlers=new Map,this.sessions=new Map,this.started=!1,this.shutdown=!1,this.serverAddressString="null",this.channelzEnabled=
!0,this.options=options??{},this.options["grpc.enable_channelz"]===0?(this.channelzEnabled=!1,this.channelzTrace=new channelz_1.
ChannelzTraceStub,this.callTracker=new channelz_1.ChannelzCallTrackerStub,this.listenerChildrenTracker=new channelz_1.ChannelzChildrenTrackerStub,
this.sessionChildrenTracker=new channelz_1.ChannelzChildrenTrackerStub):(this.channelzTrace=new channelz_1.ChannelzTrace,
this.callTracker=new channelz_1.ChannelzCallTracker,this.listenerChildrenTracker=new channelz_1.ChannelzChildrenTracker,
this.sessionChildrenTracker=new channelz_1.ChannelzChildrenTracker),this.channelzRef=(0,channelz_1.registerChannelzServer)(
"server",()=>this.getChannelzInfo(),this.channelzEnabled),this.channelzTrace.addTrace("CT_INFO","Server created"),this.maxConnectionAgeMs=
(_b=this.options["grpc.max_connection_age_ms"])!==null&&_b!==void 0?_b:UNLIMITED_CONNECTION_AGE_MS,this.maxConnectionAgeGraceMs=
(_c=this.options["grpc.max_connection_age_grace_ms"])!==null&&_c!==void 0?_c:UNLIMITED_CONNECTION_AGE_MS,this.keepaliveTimeMs=
(_d=this.options["grpc.keepalive_time_ms"])!==null&&_d!==void 0?_d:KEEPALIVE_MAX_TIME_MS,this.keepaliveTimeoutMs=(_e=this.
options["grpc.keepalive_timeout_ms"])!==null&&_e!==void 0?_e:KEEPALIVE_TIMEOUT_MS,this.sessionIdleTimeout=(_f=this.options["\
grpc.max_connection_idle_ms"])!==null&&_f!==void 0?_f:MAX_CONNECTION_IDLE_MS,this.commonServerOptions={maxSendHeaderBlockLength:Number.
MAX_SAFE_INTEGER},"grpc-node.max_session_memory"in this.options?this.commonServerOptions.maxSessionMemory=this.options["\
grpc-node.max_session_memory"]:this.commonServerOptions.maxSessionMemory=Number.MAX_SAFE_INTEGER,"grpc.max_concurrent_st\
reams"in this.options&&(this.commonServerOptions.settings={maxConcurrentStreams:this.options["grpc.max_concurrent_stream\
s"]}),this.interceptors=(_g=this.options.interceptors)!==null&&_g!==void 0?_g:[],this.trace("Server constructed")}getChannelzInfo(){
return{trace:this.channelzTrace,callTracker:this.callTracker,listenerChildren:this.listenerChildrenTracker.getChildLists(),
sessionChildren:this.sessionChildrenTracker.getChildLists()}}getChannelzSessionInfo(session){var _b,_c,_d;let sessionInfo=this.
sessions.get(session),sessionSocket=session.socket,remoteAddress=sessionSocket.remoteAddress?(0,subchannel_address_1.stringToSubchannelAddress)(
sessionSocket.remoteAddress,sessionSocket.remotePort):null,localAddress=sessionSocket.localAddress?(0,subchannel_address_1.
stringToSubchannelAddress)(sessionSocket.localAddress,sessionSocket.localPort):null,tlsInfo;if(session.encrypted){let tlsSocket=sessionSocket,
cipherInfo=tlsSocket.getCipher(),certificate=tlsSocket.getCertificate(),peerCertificate=tlsSocket.getPeerCertificate();tlsInfo=
{cipherSuiteStandardName:(_b=cipherInfo.standardName)!==null&&_b!==void 0?_b:null,cipherSuiteOtherName:cipherInfo.standardName?
null:cipherInfo.name,localCertificate:certificate&&"raw"in certificate?certificate.raw:null,remoteCertificate:peerCertificate&&
"raw"in peerCertificate?peerCertificate.raw:null}}else tlsInfo=null;return{remoteAddress,localAddress,security:tlsInfo,remoteName:null,
streamsStarted:sessionInfo.streamTracker.callsStarted,streamsSucceeded:sessionInfo.streamTracker.callsSucceeded,streamsFailed:sessionInfo.
streamTracker.callsFailed,messagesSent:sessionInfo.messagesSent,messagesReceived:sessionInfo.messagesReceived,keepAlivesSent:sessionInfo.
keepAlivesSent,lastLocalStreamCreatedTimestamp:null,lastRemoteStreamCreatedTimestamp:sessionInfo.streamTracker.lastCallStartedTimestamp,
lastMessageSentTimestamp:sessionInfo.lastMessageSentTimestamp,lastMessageReceivedTimestamp:sessionInfo.lastMessageReceivedTimestamp,
localFlowControlWindow:(_c=session.state.localWindowSize)!==null&&_c!==void 0?_c:null,remoteFlowControlWindow:(_d=session.
state.remoteWindowSize)!==null&&_d!==void 0?_d:null}}trace(text){logging.trace(constants_1.LogVerbosity.DEBUG,TRACER_NAME,
"("+this.channelzRef.id+") "+text)}keepaliveTrace(text){logging.trace(constants_1.LogVerbosity.DEBUG,"keepalive","("+this.
channelzRef.id+") "+text)}addProtoService(){throw new Error("Not implemented. Use addService() instead")}addService(service,implementation){
if(service===null||typeof service!="object"||implementation===null||typeof implementation!="object")throw new Error("add\
Service() requires two objects as arguments");let serviceKeys=Object.keys(service);if(serviceKeys.length===0)throw new Error(
"Cannot add an empty service to a server");serviceKeys.forEach(name=>{let attrs=service[name],methodType;attrs.requestStream?
attrs.responseStream?methodType="bidi":methodType="clientStream":attrs.responseStream?methodType="serverStream":methodType=
"unary";let implFn=implementation[name],impl;if(implFn===void 0&&typeof attrs.originalName=="string"&&(implFn=implementation[attrs.
originalName]),implFn!==void 0?impl=implFn.bind(implementation):impl=getDefaultHandler(methodType,name),this.register(attrs.
path,impl,attrs.responseSerialize,attrs.requestDeserialize,methodType)===!1)throw new Error(`Method handler for ${attrs.
path} already provided.`)})}removeService(service){if(service===null||typeof service!="object")throw new Error("removeSe\
rvice() requires object as argument");Object.keys(service).forEach(name=>{let attrs=service[name];this.unregister(attrs.
path)})}bind(port,creds){throw new Error("Not implemented. Use bindAsync() instead")}experimentalRegisterListenerToChannelz(boundAddress){
return(0,channelz_1.registerChannelzSocket)((0,subchannel_address_1.subchannelAddressToString)(boundAddress),()=>({localAddress:boundAddress,
remoteAddress:null,security:null,remoteName:null,streamsStarted:0,streamsSucceeded:0,streamsFailed:0,messagesSent:0,messagesReceived:0,
keepAlivesSent:0,lastLocalStreamCreatedTimestamp:null,lastRemoteStreamCreatedTimestamp:null,lastMessageSentTimestamp:null,
lastMessageReceivedTimestamp:null,localFlowControlWindow:null,remoteFlowControlWindow:null}),this.channelzEnabled)}experimentalUnregisterListenerFromChannelz(channelzRef){
(0,channelz_1.unregisterChannelzRef)(channelzRef)}createHttp2Server(credentials2){let http2Server;if(credentials2._isSecure()){
let constructorOptions=credentials2._getConstructorOptions(),contextOptions=credentials2._getSecureContextOptions(),secureServerOptions=Object.
assign(Object.assign(Object.assign(Object.assign({},this.commonServerOptions),constructorOptions),contextOptions),{enableTrace:this.
options["grpc-node.tls_enable_trace"]===1}),areCredentialsValid=contextOptions!==null;this.trace("Initial credentials va\
lid: "+areCredentialsValid),http2Server=http2.createSecureServer(secureServerOptions),http2Server.prependListener("conne\
ction",socket=>{areCredentialsValid||(this.trace("Dropped connection from "+JSON.stringify(socket.address())+" due to un\
loaded credentials"),socket.destroy())}),http2Server.on("secureConnection",socket=>{socket.on("error",e=>{this.trace("An\
 incoming TLS connection closed with error: "+e.message)})});let credsWatcher=options=>{if(options){let secureServer=http2Server;
try{secureServer.setSecureContext(options)}catch(e){logging.log(constants_1.LogVerbosity.ERROR,"Failed to set secure con\
text with error "+e.message),options=null}}areCredentialsValid=options!==null,this.trace("Post-update credentials valid:\
 "+areCredentialsValid)};credentials2._addWatcher(credsWatcher),http2Server.on("close",()=>{credentials2._removeWatcher(
credsWatcher)})}else http2Server=http2.createServer(this.commonServerOptions);return http2Server.setTimeout(0,noop),this.
_setupHandlers(http2Server,credentials2._getInterceptors()),http2Server}bindOneAddress(address,boundPortObject){this.trace(
"Attempting to bind "+(0,subchannel_address_1.subchannelAddressToString)(address));let http2Server=this.createHttp2Server(
boundPortObject.credentials);return new Promise((resolve,reject)=>{let onError=err=>{this.trace("Failed to bind "+(0,subchannel_address_1.
subchannelAddressToString)(address)+" with error "+err.message),resolve({port:"port"in address?address.port:1,error:err.
message})};http2Server.once("error",onError),http2Server.listen(address,()=>{let boundAddress=http2Server.address(),boundSubchannelAddress;
typeof boundAddress=="string"?boundSubchannelAddress={path:boundAddress}:boundSubchannelAddress={host:boundAddress.address,
port:boundAddress.port};let channelzRef=this.experimentalRegisterListenerToChannelz(boundSubchannelAddress);this.listenerChildrenTracker.
refChild(channelzRef),this.http2Servers.set(http2Server,{channelzRef,sessions:new Set,ownsChannelzRef:!0}),boundPortObject.
listeningServers.add(http2Server),this.trace("Successfully bound "+(0,subchannel_address_1.subchannelAddressToString)(boundSubchannelAddress)),
resolve({port:"port"in boundSubchannelAddress?boundSubchannelAddress.port:1}),http2Server.removeListener("error",onError)})})}async bindManyPorts(addressList,boundPortObject){
if(addressList.length===0)return{count:0,port:0,errors:[]};if((0,subchannel_address_1.isTcpSubchannelAddress)(addressList[0])&&
addressList[0].port===0){let firstAddressResult=await this.bindOneAddress(addressList[0],boundPortObject);if(firstAddressResult.
error){let restAddressResult=await this.bindManyPorts(addressList.slice(1),boundPortObject);return Object.assign(Object.
assign({},restAddressResult),{errors:[firstAddressResult.error,...restAddressResult.errors]})}else{let restAddresses=addressList.
slice(1).map(address=>(0,subchannel_address_1.isTcpSubchannelAddress)(address)?{host:address.host,port:firstAddressResult.
port}:address),restAddressResult=await Promise.all(restAddresses.map(address=>this.bindOneAddress(address,boundPortObject))),
allResults=[firstAddressResult,...restAddressResult];return{count:allResults.filter(result=>result.error===void 0).length,
port:firstAddressResult.port,errors:allResults.filter(result=>result.error).map(result=>result.error)}}}else{let allResults=await Promise.
all(addressList.map(address=>this.bindOneAddress(address,boundPortObject)));return{count:allResults.filter(result=>result.
error===void 0).length,port:allResults[0].port,errors:allResults.filter(result=>result.error).map(result=>result.error)}}}async bindAddressList(addressList,boundPortObject){
let bindResult=await this.bindManyPorts(addressList,boundPortObject);if(bindResult.count>0)return bindResult.count<addressList.
length&&logging.log(constants_1.LogVerbosity.INFO,`WARNING Only ${bindResult.count} addresses added out of total ${addressList.
length} resolved`),bindResult.port;{let errorString=`No address added out of total ${addressList.length} resolved`;throw logging.
log(constants_1.LogVerbosity.ERROR,errorString),new Error(`${errorString} errors: [${bindResult.errors.join(",")}]`)}}resolvePort(port){
return new Promise((resolve,reject)=>{let seenResolution=!1,resolverListener=(endpointList,attributes,serviceConfig,resolutionNote)=>{
if(seenResolution)return!0;if(seenResolution=!0,!endpointList.ok)return reject(new Error(endpointList.error.details)),!0;
let addressList=[].concat(...endpointList.value.map(endpoint=>endpoint.addresses));return addressList.length===0?(reject(
new Error(`No addresses resolved for port ${port}`)),!0):(resolve(addressList),!0)};(0,resolver_1.createResolver)(port,resolverListener,
this.options).updateResolution()})}async bindPort(port,boundPortObject){let addressList=await this.resolvePort(port);if(boundPortObject.
cancelled)throw this.completeUnbind(boundPortObject),new Error("bindAsync operation cancelled by unbind call");let portNumber=await this.
bindAddressList(addressList,boundPortObject);if(boundPortObject.cancelled)throw this.completeUnbind(boundPortObject),new Error(
"bindAsync operation cancelled by unbind call");return portNumber}normalizePort(port){let initialPortUri=(0,uri_parser_1.
parseUri)(port);if(initialPortUri===null)throw new Error(`Could not parse port "${port}"`);let portUri=(0,resolver_1.mapUriDefaultScheme)(
initialPortUri);if(portUri===null)throw new Error(`Could not get a default scheme for port "${port}"`);return portUri}bindAsync(port,creds,callback){
if(this.shutdown)throw new Error("bindAsync called after shutdown");if(typeof port!="string")throw new TypeError("port m\
ust be a string");if(creds===null||!(creds instanceof server_credentials_1.ServerCredentials))throw new TypeError("creds\
 must be a ServerCredentials object");if(typeof callback!="function")throw new TypeError("callback must be a function");
this.trace("bindAsync port="+port);let portUri=this.normalizePort(port),deferredCallback=(error,port2)=>{process.nextTick(
()=>callback(error,port2))},boundPortObject=this.boundPorts.get((0,uri_parser_1.uriToString)(portUri));if(boundPortObject){
if(!creds._equals(boundPortObject.credentials)){deferredCallback(new Error(`${port} already bound with incompatible cred\
entials`),0);return}boundPortObject.cancelled=!1,boundPortObject.completionPromise?boundPortObject.completionPromise.then(
portNum=>callback(null,portNum),error=>callback(error,0)):deferredCallback(null,boundPortObject.portNumber);return}boundPortObject=
{mapKey:(0,uri_parser_1.uriToString)(portUri),originalUri:portUri,completionPromise:null,cancelled:!1,portNumber:0,credentials:creds,
listeningServers:new Set};let splitPort=(0,uri_parser_1.splitHostPort)(portUri.path),completionPromise=this.bindPort(portUri,
boundPortObject);boundPortObject.completionPromise=completionPromise,splitPort?.port===0?completionPromise.then(portNum=>{
let finalUri={scheme:portUri.scheme,authority:portUri.authority,path:(0,uri_parser_1.combineHostPort)({host:splitPort.host,
port:portNum})};boundPortObject.mapKey=(0,uri_parser_1.uriToString)(finalUri),boundPortObject.completionPromise=null,boundPortObject.
portNumber=portNum,this.boundPorts.set(boundPortObject.mapKey,boundPortObject),callback(null,portNum)},error=>{callback(
error,0)}):(this.boundPorts.set(boundPortObject.mapKey,boundPortObject),completionPromise.then(portNum=>{boundPortObject.
completionPromise=null,boundPortObject.portNumber=portNum,callback(null,portNum)},error=>{callback(error,0)}))}registerInjectorToChannelz(){
return(0,channelz_1.registerChannelzSocket)("injector",()=>({localAddress:null,remoteAddress:null,security:null,remoteName:null,
streamsStarted:0,streamsSucceeded:0,streamsFailed:0,messagesSent:0,messagesReceived:0,keepAlivesSent:0,lastLocalStreamCreatedTimestamp:null,
lastRemoteStreamCreatedTimestamp:null,lastMessageSentTimestamp:null,lastMessageReceivedTimestamp:null,localFlowControlWindow:null,
remoteFlowControlWindow:null}),this.channelzEnabled)}experimentalCreateConnectionInjectorWithChannelzRef(credentials2,channelzRef,ownsChannelzRef=!1){
if(credentials2===null||!(credentials2 instanceof server_credentials_1.ServerCredentials))throw new TypeError("creds mus\
t be a ServerCredentials object");this.channelzEnabled&&this.listenerChildrenTracker.refChild(channelzRef);let server=this.
createHttp2Server(credentials2),sessionsSet=new Set;return this.http2Servers.set(server,{channelzRef,sessions:sessionsSet,
ownsChannelzRef}),{injectConnection:connection=>{server.emit("connection",connection)},drain:graceTimeMs=>{var _b,_c;for(let session of sessionsSet)
this.closeSession(session);(_c=(_b=setTimeout(()=>{for(let session of sessionsSet)session.destroy(http2.constants.NGHTTP2_CANCEL)},
graceTimeMs)).unref)===null||_c===void 0||_c.call(_b)},destroy:()=>{this.closeServer(server);for(let session of sessionsSet)
this.closeSession(session)}}}createConnectionInjector(credentials2){if(credentials2===null||!(credentials2 instanceof server_credentials_1.
ServerCredentials))throw new TypeError("creds must be a ServerCredentials object");let channelzRef=this.registerInjectorToChannelz();
return this.experimentalCreateConnectionInjectorWithChannelzRef(credentials2,channelzRef,!0)}closeServer(server,callback){
this.trace("Closing server with address "+JSON.stringify(server.address()));let serverInfo=this.http2Servers.get(server);
server.close(()=>{serverInfo&&serverInfo.ownsChannelzRef&&(this.listenerChildrenTracker.unrefChild(serverInfo.channelzRef),
(0,channelz_1.unregisterChannelzRef)(serverInfo.channelzRef)),this.http2Servers.delete(server),callback?.()})}closeSession(session,callback){
var _b;this.trace("Closing session initiated by "+((_b=session.socket)===null||_b===void 0?void 0:_b.remoteAddress));let sessionInfo=this.
sessions.get(session),closeCallback=()=>{sessionInfo&&(this.sessionChildrenTracker.unrefChild(sessionInfo.ref),(0,channelz_1.
unregisterChannelzRef)(sessionInfo.ref)),callback?.()};session.closed?queueMicrotask(closeCallback):session.close(closeCallback)}completeUnbind(boundPortObject){
for(let server of boundPortObject.listeningServers){let serverInfo=this.http2Servers.get(server);if(this.closeServer(server,
()=>{boundPortObject.listeningServers.delete(server)}),serverInfo)for(let session of serverInfo.sessions)this.closeSession(
session)}this.boundPorts.delete(boundPortObject.mapKey)}unbind(port){this.trace("unbind port="+port);let portUri=this.normalizePort(
port),splitPort=(0,uri_parser_1.splitHostPort)(portUri.path);if(splitPort?.port===0)throw new Error("Cannot unbind port \
0");let boundPortObject=this.boundPorts.get((0,uri_parser_1.uriToString)(portUri));boundPortObject&&(this.trace("unbindi\
ng "+boundPortObject.mapKey+" originally bound as "+(0,uri_parser_1.uriToString)(boundPortObject.originalUri)),boundPortObject.
completionPromise?boundPortObject.cancelled=!0:this.completeUnbind(boundPortObject))}drain(port,graceTimeMs){var _b,_c;this.
trace("drain port="+port+" graceTimeMs="+graceTimeMs);let portUri=this.normalizePort(port),splitPort=(0,uri_parser_1.splitHostPort)(
portUri.path);if(splitPort?.port===0)throw new Error("Cannot drain port 0");let boundPortObject=this.boundPorts.get((0,uri_parser_1.
uriToString)(portUri));if(!boundPortObject)return;let allSessions=new Set;for(let http2Server of boundPortObject.listeningServers){
let serverEntry=this.http2Servers.get(http2Server);if(serverEntry)for(let session of serverEntry.sessions)allSessions.add(
session),this.closeSession(session,()=>{allSessions.delete(session)})}(_c=(_b=setTimeout(()=>{for(let session of allSessions)
session.destroy(http2.constants.NGHTTP2_CANCEL)},graceTimeMs)).unref)===null||_c===void 0||_c.call(_b)}forceShutdown(){for(let boundPortObject of this.
boundPorts.values())boundPortObject.cancelled=!0;this.boundPorts.clear();for(let server of this.http2Servers.keys())this.
closeServer(server);this.sessions.forEach((channelzInfo,session)=>{this.closeSession(session),session.destroy(http2.constants.
NGHTTP2_CANCEL)}),this.sessions.clear(),(0,channelz_1.unregisterChannelzRef)(this.channelzRef),this.shutdown=!0}register(name,handler,serialize,deserialize,type){
return this.handlers.has(name)?!1:(this.handlers.set(name,{func:handler,serialize,deserialize,type,path:name}),!0)}unregister(name){
return this.handlers.delete(name)}start(){if(this.http2Servers.size===0||[...this.http2Servers.keys()].every(server=>!server.
listening))throw new Error("server must be bound in order to start");if(this.started===!0)throw new Error("server is alr\
eady started");this.started=!0}tryShutdown(callback){var _b;let wrappedCallback=error=>{(0,channelz_1.unregisterChannelzRef)(
this.channelzRef),callback(error)},pendingChecks=0;function maybeCallback(){pendingChecks--,pendingChecks===0&&wrappedCallback()}
this.shutdown=!0;for(let[serverKey,server]of this.http2Servers.entries()){pendingChecks++;let serverString=server.channelzRef.
name;this.trace("Waiting for server "+serverString+" to close"),this.closeServer(serverKey,()=>{this.trace("Server "+serverString+
" finished closing"),maybeCallback()});for(let session of server.sessions.keys()){pendingChecks++;let sessionString=(_b=
session.socket)===null||_b===void 0?void 0:_b.remoteAddress;this.trace("Waiting for session "+sessionString+" to close"),
this.closeSession(session,()=>{this.trace("Session "+sessionString+" finished closing"),maybeCallback()})}}pendingChecks===
0&&wrappedCallback()}addHttp2Port(){throw new Error("Not yet implemented")}getChannelzRef(){return this.channelzRef}_verifyContentType(stream,headers){
let contentType=headers[http2.constants.HTTP2_HEADER_CONTENT_TYPE];return typeof contentType!="string"||!contentType.startsWith(
"application/grpc")?(stream.respond({[http2.constants.HTTP2_HEADER_STATUS]:http2.constants.HTTP_STATUS_UNSUPPORTED_MEDIA_TYPE},
{endStream:!0}),!1):!0}_retrieveHandler(path){serverCallTrace("Received call to method "+path+" at address "+this.serverAddressString);
let handler=this.handlers.get(path);return handler===void 0?(serverCallTrace("No handler registered for method "+path+".\
 Sending UNIMPLEMENTED status."),null):handler}_respondWithError(err,stream,channelzSessionInfo=null){var _b,_c;let trailersToSend=Object.
assign({"grpc-status":(_b=err.code)!==null&&_b!==void 0?_b:constants_1.Status.INTERNAL,"grpc-message":err.details,[http2.
constants.HTTP2_HEADER_STATUS]:http2.constants.HTTP_STATUS_OK,[http2.constants.HTTP2_HEADER_CONTENT_TYPE]:"application/g\
rpc+proto"},(_c=err.metadata)===null||_c===void 0?void 0:_c.toHttp2Headers());stream.respond(trailersToSend,{endStream:!0}),
this.callTracker.addCallFailed(),channelzSessionInfo?.streamTracker.addCallFailed()}_channelzHandler(extraInterceptors,stream,headers){
stream.once("error",err=>{}),this.onStreamOpened(stream);let channelzSessionInfo=this.sessions.get(stream.session);if(this.
callTracker.addCallStarted(),channelzSessionInfo?.streamTracker.addCallStarted(),!this._verifyContentType(stream,headers)){
this.callTracker.addCallFailed(),channelzSessionInfo?.streamTracker.addCallFailed();return}let path=headers[HTTP2_HEADER_PATH],
handler=this._retrieveHandler(path);if(!handler){this._respondWithError(getUnimplementedStatusResponse(path),stream,channelzSessionInfo);
return}let callEventTracker={addMessageSent:()=>{channelzSessionInfo&&(channelzSessionInfo.messagesSent+=1,channelzSessionInfo.
lastMessageSentTimestamp=Date.now())},addMessageReceived:()=>{channelzSessionInfo&&(channelzSessionInfo.messagesReceived+=
1,channelzSessionInfo.lastMessageReceivedTimestamp=Date.now())},onCallEnd:status=>{status.code===constants_1.Status.OK?this.
callTracker.addCallSucceeded():this.callTracker.addCallFailed()},onStreamEnd:success=>{channelzSessionInfo&&(success?channelzSessionInfo.
streamTracker.addCallSucceeded():channelzSessionInfo.streamTracker.addCallFailed())}},call=(0,server_interceptors_1.getServerInterceptingCall)(
[...extraInterceptors,...this.interceptors],stream,headers,callEventTracker,handler,this.options);this._runHandlerForCall(
call,handler)||(this.callTracker.addCallFailed(),channelzSessionInfo?.streamTracker.addCallFailed(),call.sendStatus({code:constants_1.
Status.INTERNAL,details:`Unknown handler type: ${handler.type}`}))}_streamHandler(extraInterceptors,stream,headers){if(stream.
once("error",err=>{}),this.onStreamOpened(stream),this._verifyContentType(stream,headers)!==!0)return;let path=headers[HTTP2_HEADER_PATH],
handler=this._retrieveHandler(path);if(!handler){this._respondWithError(getUnimplementedStatusResponse(path),stream,null);
return}let call=(0,server_interceptors_1.getServerInterceptingCall)([...extraInterceptors,...this.interceptors],stream,headers,
null,handler,this.options);this._runHandlerForCall(call,handler)||call.sendStatus({code:constants_1.Status.INTERNAL,details:`\
Unknown handler type: ${handler.type}`})}_runHandlerForCall(call,handler){let{type}=handler;if(type==="unary")handleUnary(
call,handler);else if(type==="clientStream")handleClientStreaming(call,handler);else if(type==="serverStream")handleServerStreaming(
call,handler);else if(type==="bidi")handleBidiStreaming(call,handler);else return!1;return!0}_setupHandlers(http2Server,extraInterceptors){
if(http2Server===null)return;let serverAddress=http2Server.address(),serverAddressString="null";serverAddress&&(typeof serverAddress==
"string"?serverAddressString=serverAddress:serverAddressString=serverAddress.address+":"+serverAddress.port),this.serverAddressString=
serverAddressString;let handler=this.channelzEnabled?this._channelzHandler:this._streamHandler,sessionHandler=this.channelzEnabled?
this._channelzSessionHandler(http2Server):this._sessionHandler(http2Server);http2Server.on("stream",handler.bind(this,extraInterceptors)),
http2Server.on("session",sessionHandler)}_sessionHandler(http2Server){return session=>{var _b,_c;(_b=this.http2Servers.get(
http2Server))===null||_b===void 0||_b.sessions.add(session);let connectionAgeTimer=null,connectionAgeGraceTimer=null,keepaliveTimer=null,
sessionClosedByServer=!1,idleTimeoutObj=this.enableIdleTimeout(session);if(this.maxConnectionAgeMs!==UNLIMITED_CONNECTION_AGE_MS){
let jitterMagnitude=this.maxConnectionAgeMs/10,jitter=Math.random()*jitterMagnitude*2-jitterMagnitude;connectionAgeTimer=
setTimeout(()=>{var _b2,_c2;sessionClosedByServer=!0,this.trace("Connection dropped by max connection age: "+((_b2=session.
socket)===null||_b2===void 0?void 0:_b2.remoteAddress));try{session.goaway(http2.constants.NGHTTP2_NO_ERROR,~(1<<31),kMaxAge)}catch{
session.destroy();return}session.close(),this.maxConnectionAgeGraceMs!==UNLIMITED_CONNECTION_AGE_MS&&(connectionAgeGraceTimer=
setTimeout(()=>{session.destroy()},this.maxConnectionAgeGraceMs),(_c2=connectionAgeGraceTimer.unref)===null||_c2===void 0||
_c2.call(connectionAgeGraceTimer))},this.maxConnectionAgeMs+jitter),(_c=connectionAgeTimer.unref)===null||_c===void 0||_c.
call(connectionAgeTimer)}let clearKeepaliveTimeout=()=>{keepaliveTimer&&(clearTimeout(keepaliveTimer),keepaliveTimer=null)},
canSendPing=()=>!session.destroyed&&this.keepaliveTimeMs<KEEPALIVE_MAX_TIME_MS&&this.keepaliveTimeMs>0,sendPing,maybeStartKeepalivePingTimer=()=>{
var _b2;canSendPing()&&(this.keepaliveTrace("Starting keepalive timer for "+this.keepaliveTimeMs+"ms"),keepaliveTimer=setTimeout(
()=>{clearKeepaliveTimeout(),sendPing()},this.keepaliveTimeMs),(_b2=keepaliveTimer.unref)===null||_b2===void 0||_b2.call(
keepaliveTimer))};sendPing=()=>{var _b2;if(!canSendPing())return;this.keepaliveTrace("Sending ping with timeout "+this.keepaliveTimeoutMs+
"ms");let pingSendError="";try{session.ping((err,duration,payload)=>{clearKeepaliveTimeout(),err?(this.keepaliveTrace("P\
ing failed with error: "+err.message),sessionClosedByServer=!0,session.destroy()):(this.keepaliveTrace("Received ping re\
sponse"),maybeStartKeepalivePingTimer())})||(pingSendError="Ping returned false")}catch(e){pingSendError=(e instanceof Error?
e.message:"")||"Unknown error"}if(pingSendError){this.keepaliveTrace("Ping send failed: "+pingSendError),this.trace("Con\
nection dropped due to ping send error: "+pingSendError),sessionClosedByServer=!0,session.destroy();return}keepaliveTimer=
setTimeout(()=>{clearKeepaliveTimeout(),this.keepaliveTrace("Ping timeout passed without response"),this.trace("Connecti\
on dropped by keepalive timeout"),sessionClosedByServer=!0,session.destroy()},this.keepaliveTimeoutMs),(_b2=keepaliveTimer.
unref)===null||_b2===void 0||_b2.call(keepaliveTimer)},maybeStartKeepalivePingTimer(),session.on("close",()=>{var _b2,_c2;
sessionClosedByServer||this.trace(`Connection dropped by client ${(_b2=session.socket)===null||_b2===void 0?void 0:_b2.remoteAddress}`),
connectionAgeTimer&&clearTimeout(connectionAgeTimer),connectionAgeGraceTimer&&clearTimeout(connectionAgeGraceTimer),clearKeepaliveTimeout(),
idleTimeoutObj!==null&&(clearTimeout(idleTimeoutObj.timeout),this.sessionIdleTimeouts.delete(session)),(_c2=this.http2Servers.
get(http2Server))===null||_c2===void 0||_c2.sessions.delete(session)})}}_channelzSessionHandler(http2Server){return session=>{
var _b,_c,_d,_e;let channelzRef=(0,channelz_1.registerChannelzSocket)((_c=(_b=session.socket)===null||_b===void 0?void 0:
_b.remoteAddress)!==null&&_c!==void 0?_c:"unknown",this.getChannelzSessionInfo.bind(this,session),this.channelzEnabled),
channelzSessionInfo={ref:channelzRef,streamTracker:new channelz_1.ChannelzCallTracker,messagesSent:0,messagesReceived:0,
keepAlivesSent:0,lastMessageSentTimestamp:null,lastMessageReceivedTimestamp:null};(_d=this.http2Servers.get(http2Server))===
null||_d===void 0||_d.sessions.add(session),this.sessions.set(session,channelzSessionInfo);let clientAddress=`${session.
socket.remoteAddress}:${session.socket.remotePort}`;this.channelzTrace.addTrace("CT_INFO","Connection established by cli\
ent "+clientAddress),this.trace("Connection established by client "+clientAddress),this.sessionChildrenTracker.refChild(
channelzRef);let connectionAgeTimer=null,connectionAgeGraceTimer=null,keepaliveTimeout=null,sessionClosedByServer=!1,idleTimeoutObj=this.
enableIdleTimeout(session);if(this.maxConnectionAgeMs!==UNLIMITED_CONNECTION_AGE_MS){let jitterMagnitude=this.maxConnectionAgeMs/
10,jitter=Math.random()*jitterMagnitude*2-jitterMagnitude;connectionAgeTimer=setTimeout(()=>{var _b2;sessionClosedByServer=
!0,this.channelzTrace.addTrace("CT_INFO","Connection dropped by max connection age from "+clientAddress);try{session.goaway(
http2.constants.NGHTTP2_NO_ERROR,~(1<<31),kMaxAge)}catch{session.destroy();return}session.close(),this.maxConnectionAgeGraceMs!==
UNLIMITED_CONNECTION_AGE_MS&&(connectionAgeGraceTimer=setTimeout(()=>{session.destroy()},this.maxConnectionAgeGraceMs),(_b2=
connectionAgeGraceTimer.unref)===null||_b2===void 0||_b2.call(connectionAgeGraceTimer))},this.maxConnectionAgeMs+jitter),
(_e=connectionAgeTimer.unref)===null||_e===void 0||_e.call(connectionAgeTimer)}let clearKeepaliveTimeout=()=>{keepaliveTimeout&&
(clearTimeout(keepaliveTimeout),keepaliveTimeout=null)},canSendPing=()=>!session.destroyed&&this.keepaliveTimeMs<KEEPALIVE_MAX_TIME_MS&&
this.keepaliveTimeMs>0,sendPing,maybeStartKeepalivePingTimer=()=>{var _b2;canSendPing()&&(this.keepaliveTrace("Starting \
keepalive timer for "+this.keepaliveTimeMs+"ms"),keepaliveTimeout=setTimeout(()=>{clearKeepaliveTimeout(),sendPing()},this.
keepaliveTimeMs),(_b2=keepaliveTimeout.unref)===null||_b2===void 0||_b2.call(keepaliveTimeout))};sendPing=()=>{var _b2;if(!canSendPing())
return;this.keepaliveTrace("Sending ping with timeout "+this.keepaliveTimeoutMs+"ms");let pingSendError="";try{session.ping(
(err,duration,payload)=>{clearKeepaliveTimeout(),err?(this.keepaliveTrace("Ping failed with error: "+err.message),this.channelzTrace.
addTrace("CT_INFO","Connection dropped due to error of a ping frame "+err.message+" return in "+duration),sessionClosedByServer=
!0,session.destroy()):(this.keepaliveTrace("Received ping response"),maybeStartKeepalivePingTimer())})||(pingSendError="\
Ping returned false")}catch(e){pingSendError=(e instanceof Error?e.message:"")||"Unknown error"}if(pingSendError){this.keepaliveTrace(
"Ping send failed: "+pingSendError),this.channelzTrace.addTrace("CT_INFO","Connection dropped due to ping send error: "+
pingSendError),sessionClosedByServer=!0,session.destroy();return}channelzSessionInfo.keepAlivesSent+=1,keepaliveTimeout=
setTimeout(()=>{clearKeepaliveTimeout(),this.keepaliveTrace("Ping timeout passed without response"),this.channelzTrace.addTrace(
"CT_INFO","Connection dropped by keepalive timeout from "+clientAddress),sessionClosedByServer=!0,session.destroy()},this.
keepaliveTimeoutMs),(_b2=keepaliveTimeout.unref)===null||_b2===void 0||_b2.call(keepaliveTimeout)},maybeStartKeepalivePingTimer(),
session.on("close",()=>{var _b2;sessionClosedByServer||this.channelzTrace.addTrace("CT_INFO","Connection dropped by clie\
nt "+clientAddress),this.sessionChildrenTracker.unrefChild(channelzRef),(0,channelz_1.unregisterChannelzRef)(channelzRef),
connectionAgeTimer&&clearTimeout(connectionAgeTimer),connectionAgeGraceTimer&&clearTimeout(connectionAgeGraceTimer),clearKeepaliveTimeout(),
idleTimeoutObj!==null&&(clearTimeout(idleTimeoutObj.timeout),this.sessionIdleTimeouts.delete(session)),(_b2=this.http2Servers.
get(http2Server))===null||_b2===void 0||_b2.sessions.delete(session),this.sessions.delete(session)})}}enableIdleTimeout(session){
var _b,_c;if(this.sessionIdleTimeout>=MAX_CONNECTION_IDLE_MS)return null;let idleTimeoutObj={activeStreams:0,lastIdle:Date.
now(),onClose:this.onStreamClose.bind(this,session),timeout:setTimeout(this.onIdleTimeout,this.sessionIdleTimeout,this,session)};
(_c=(_b=idleTimeoutObj.timeout).unref)===null||_c===void 0||_c.call(_b),this.sessionIdleTimeouts.set(session,idleTimeoutObj);
let{socket}=session;return this.trace("Enable idle timeout for "+socket.remoteAddress+":"+socket.remotePort),idleTimeoutObj}onIdleTimeout(ctx,session){
let{socket}=session,sessionInfo=ctx.sessionIdleTimeouts.get(session);sessionInfo!==void 0&&sessionInfo.activeStreams===0&&
(Date.now()-sessionInfo.lastIdle>=ctx.sessionIdleTimeout?(ctx.trace("Session idle timeout triggered for "+socket?.remoteAddress+
":"+socket?.remotePort+" last idle at "+sessionInfo.lastIdle),ctx.closeSession(session)):sessionInfo.timeout.refresh())}onStreamOpened(stream){
let session=stream.session,idleTimeoutObj=this.sessionIdleTimeouts.get(session);idleTimeoutObj&&(idleTimeoutObj.activeStreams+=
1,stream.once("close",idleTimeoutObj.onClose))}onStreamClose(session){var _b,_c;let idleTimeoutObj=this.sessionIdleTimeouts.
get(session);idleTimeoutObj&&(idleTimeoutObj.activeStreams-=1,idleTimeoutObj.activeStreams===0&&(idleTimeoutObj.lastIdle=
Date.now(),idleTimeoutObj.timeout.refresh(),this.trace("Session onStreamClose"+((_b=session.socket)===null||_b===void 0?
void 0:_b.remoteAddress)+":"+((_c=session.socket)===null||_c===void 0?void 0:_c.remotePort)+" at "+idleTimeoutObj.lastIdle)))}},
(()=>{let _metadata=typeof Symbol=="function"&&Symbol.metadata?Object.create(null):void 0;_start_decorators=[deprecate("\
Calling start() is no longer necessary. It can be safely omitted.")],__esDecorate(_a,null,_start_decorators,{kind:"metho\
d",name:"start",static:!1,private:!1,access:{has:obj=>"start"in obj,get:obj=>obj.start},metadata:_metadata},null,_instanceExtraInitializers),
_metadata&&Object.defineProperty(_a,Symbol.metadata,{enumerable:!0,configurable:!0,writable:!0,value:_metadata})})(),_a})();
exports.Server=Server;async function handleUnary(call,handler){let stream;function respond(err,value,trailer,flags){if(err){
call.sendStatus((0,server_call_1.serverErrorToStatus)(err,trailer));return}call.sendMessage(value,()=>{call.sendStatus({
code:constants_1.Status.OK,details:"OK",metadata:trailer??null})})}let requestMetadata,requestMessage=null;call.start({onReceiveMetadata(metadata){
requestMetadata=metadata,call.startRead()},onReceiveMessage(message){if(requestMessage){call.sendStatus({code:constants_1.
Status.UNIMPLEMENTED,details:`Received a second request message for server streaming method ${handler.path}`,metadata:null});
return}requestMessage=message,call.startRead()},onReceiveHalfClose(){if(!requestMessage){call.sendStatus({code:constants_1.
Status.UNIMPLEMENTED,details:`Received no request message for server streaming method ${handler.path}`,metadata:null});return}
stream=new server_call_1.ServerWritableStreamImpl(handler.path,call,requestMetadata,requestMessage);try{handler.func(stream,
respond)}catch(err){let details;environment_1.GRPC_NODE_DEBUG_SEND_ERROR_DETAILS?details=`Server method handler threw er\
ror ${err.message}`:details="Unknown error",call.sendStatus({code:constants_1.Status.UNKNOWN,details,metadata:null})}},onCancel(){
stream&&(stream.cancelled=!0,stream.emit("cancelled","cancelled"))}})}function handleClientStreaming(call,handler){let stream;
function respond(err,value,trailer,flags){if(err){call.sendStatus((0,server_call_1.serverErrorToStatus)(err,trailer));return}
call.sendMessage(value,()=>{call.sendStatus({code:constants_1.Status.OK,details:"OK",metadata:trailer??null})})}call.start(
{onReceiveMetadata(metadata){stream=new server_call_1.ServerDuplexStreamImpl(handler.path,call,metadata);try{handler.func(
stream,respond)}catch(err){let details;environment_1.GRPC_NODE_DEBUG_SEND_ERROR_DETAILS?details=`Server method handler t\
hrew error ${err.message}`:details="Unknown error",call.sendStatus({code:constants_1.Status.UNKNOWN,details,metadata:null})}},
onReceiveMessage(message){stream.push(message)},onReceiveHalfClose(){stream.push(null)},onCancel(){stream&&(stream.cancelled=
!0,stream.emit("cancelled","cancelled"),stream.destroy())}})}function handleServerStreaming(call,handler){let stream,requestMetadata,
requestMessage=null;call.start({onReceiveMetadata(metadata){requestMetadata=metadata,call.startRead()},onReceiveMessage(message){
if(requestMessage){call.sendStatus({code:constants_1.Status.UNIMPLEMENTED,details:`Received a second request message for\
 server streaming method ${handler.path}`,metadata:null});return}requestMessage=message,call.startRead()},onReceiveHalfClose(){
if(!requestMessage){call.sendStatus({code:constants_1.Status.UNIMPLEMENTED,details:`Received no request message for serv\
er streaming method ${handler.path}`,metadata:null});return}stream=new server_call_1.ServerWritableStreamImpl(handler.path,
call,requestMetadata,requestMessage);try{handler.func(stream)}catch(err){let details;environment_1.GRPC_NODE_DEBUG_SEND_ERROR_DETAILS?
details=`Server method handler threw error ${err.message}`:details="Unknown error",call.sendStatus({code:constants_1.Status.
UNKNOWN,details,metadata:null})}},onCancel(){stream&&(stream.cancelled=!0,stream.emit("cancelled","cancelled"),stream.destroy())}})}
function handleBidiStreaming(call,handler){let stream;call.start({onReceiveMetadata(metadata){stream=new server_call_1.ServerDuplexStreamImpl(
handler.path,call,metadata);try{handler.func(stream)}catch(err){let details;environment_1.GRPC_NODE_DEBUG_SEND_ERROR_DETAILS?
details=`Server method handler threw error ${err.message}`:details="Unknown error",call.sendStatus({code:constants_1.Status.
UNKNOWN,details,metadata:null})}},onReceiveMessage(message){stream.push(message)},onReceiveHalfClose(){stream.push(null)},
onCancel(){stream&&(stream.cancelled=!0,stream.emit("cancelled","cancelled"),stream.destroy())}})}}});var require_status_builder=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/status-builder.js"(exports){"use stri\
ct";Object.defineProperty(exports,"__esModule",{value:!0});exports.StatusBuilder=void 0;var StatusBuilder=class{constructor(){
this.code=null,this.details=null,this.metadata=null}withCode(code){return this.code=code,this}withDetails(details){return this.
details=details,this}withMetadata(metadata){return this.metadata=metadata,this}build(){let status={};return this.code!==
null&&(status.code=this.code),this.details!==null&&(status.details=this.details),this.metadata!==null&&(status.metadata=
this.metadata),status}};exports.StatusBuilder=StatusBuilder}});var require_load_balancer_pick_first=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/load-balancer-pick-first.js"(exports){
"use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.LeafLoadBalancer=exports.PickFirstLoadBalancer=
exports.PickFirstLoadBalancingConfig=void 0;exports.shuffled=shuffled;exports.setup=setup;var load_balancer_1=require_load_balancer(),
connectivity_state_1=require_connectivity_state(),picker_1=require_picker(),subchannel_address_1=require_subchannel_address(),
logging=require_logging(),constants_1=require_constants(),subchannel_address_2=require_subchannel_address(),net_1=__require("net"),
call_interface_1=require_call_interface(),TRACER_NAME="pick_first";function trace(text){logging.trace(constants_1.LogVerbosity.
DEBUG,TRACER_NAME,text)}var TYPE_NAME="pick_first",CONNECTION_DELAY_INTERVAL_MS=250,PickFirstLoadBalancingConfig=class _PickFirstLoadBalancingConfig{constructor(shuffleAddressList){
this.shuffleAddressList=shuffleAddressList}getLoadBalancerName(){return TYPE_NAME}toJsonObject(){return{[TYPE_NAME]:{shuffleAddressList:this.
shuffleAddressList}}}getShuffleAddressList(){return this.shuffleAddressList}static createFromJson(obj){if("shuffleAddres\
sList"in obj&&typeof obj.shuffleAddressList!="boolean")throw new Error("pick_first config field shuffleAddressList must \
be a boolean if provided");return new _PickFirstLoadBalancingConfig(obj.shuffleAddressList===!0)}};exports.PickFirstLoadBalancingConfig=
PickFirstLoadBalancingConfig;var PickFirstPicker=class{constructor(subchannel){this.subchannel=subchannel}pick(pickArgs){
return{pickResultType:picker_1.PickResultType.COMPLETE,subchannel:this.subchannel,status:null,onCallStarted:null,onCallEnded:null}}};
function shuffled(list){let result=list.slice();for(let i=result.length-1;i>1;i--){let j=Math.floor(Math.random()*(i+1)),
temp=result[i];result[i]=result[j],result[j]=temp}return result}function interleaveAddressFamilies(addressList){if(addressList.
length===0)return[];let result=[],ipv6Addresses=[],ipv4Addresses=[],ipv6First=(0,subchannel_address_2.isTcpSubchannelAddress)(
addressList[0])&&(0,net_1.isIPv6)(addressList[0].host);for(let address of addressList)(0,subchannel_address_2.isTcpSubchannelAddress)(
address)&&(0,net_1.isIPv6)(address.host)?ipv6Addresses.push(address):ipv4Addresses.push(address);let firstList=ipv6First?
ipv6Addresses:ipv4Addresses,secondList=ipv6First?ipv4Addresses:ipv6Addresses;for(let i=0;i<Math.max(firstList.length,secondList.
length);i++)i<firstList.length&&result.push(firstList[i]),i<secondList.length&&result.push(secondList[i]);return result}
var REPORT_HEALTH_STATUS_OPTION_NAME="grpc-node.internal.pick-first.report_health_status",PickFirstLoadBalancer=class{constructor(channelControlHelper){
this.channelControlHelper=channelControlHelper,this.children=[],this.currentState=connectivity_state_1.ConnectivityState.
IDLE,this.currentSubchannelIndex=0,this.currentPick=null,this.subchannelStateListener=(subchannel,previousState,newState,keepaliveTime,errorMessage)=>{
this.onSubchannelStateUpdate(subchannel,previousState,newState,errorMessage)},this.pickedSubchannelHealthListener=()=>this.
calculateAndReportNewState(),this.stickyTransientFailureMode=!1,this.reportHealthStatus=!1,this.lastError=null,this.latestAddressList=
null,this.latestOptions={},this.latestResolutionNote="",this.connectionDelayTimeout=setTimeout(()=>{},0),clearTimeout(this.
connectionDelayTimeout)}allChildrenHaveReportedTF(){return this.children.every(child=>child.hasReportedTransientFailure)}resetChildrenReportedTF(){
this.children.every(child=>child.hasReportedTransientFailure=!1)}calculateAndReportNewState(){var _a;if(this.currentPick)
if(this.reportHealthStatus&&!this.currentPick.isHealthy()){let errorMessage=`Picked subchannel ${this.currentPick.getAddress()}\
 is unhealthy`;this.updateState(connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE,new picker_1.UnavailablePicker(
{details:errorMessage}),errorMessage)}else this.updateState(connectivity_state_1.ConnectivityState.READY,new PickFirstPicker(
this.currentPick),null);else if(((_a=this.latestAddressList)===null||_a===void 0?void 0:_a.length)===0){let errorMessage=`\
No connection established. Last error: ${this.lastError}. Resolution note: ${this.latestResolutionNote}`;this.updateState(
connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE,new picker_1.UnavailablePicker({details:errorMessage}),errorMessage)}else if(this.
children.length===0)this.updateState(connectivity_state_1.ConnectivityState.IDLE,new picker_1.QueuePicker(this),null);else if(this.
stickyTransientFailureMode){let errorMessage=`No connection established. Last error: ${this.lastError}. Resolution note:\
 ${this.latestResolutionNote}`;this.updateState(connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE,new picker_1.UnavailablePicker(
{details:errorMessage}),errorMessage)}else this.updateState(connectivity_state_1.ConnectivityState.CONNECTING,new picker_1.
QueuePicker(this),null)}requestReresolution(){this.channelControlHelper.requestReresolution()}maybeEnterStickyTransientFailureMode(){
if(this.allChildrenHaveReportedTF()){if(this.requestReresolution(),this.resetChildrenReportedTF(),this.stickyTransientFailureMode){
this.calculateAndReportNewState();return}this.stickyTransientFailureMode=!0;for(let{subchannel}of this.children)subchannel.
startConnecting();this.calculateAndReportNewState()}}removeCurrentPick(){this.currentPick!==null&&(this.currentPick.removeConnectivityStateListener(
this.subchannelStateListener),this.channelControlHelper.removeChannelzChild(this.currentPick.getChannelzRef()),this.currentPick.
removeHealthStateWatcher(this.pickedSubchannelHealthListener),this.currentPick.unref(),this.currentPick=null)}onSubchannelStateUpdate(subchannel,previousState,newState,errorMessage){
var _a;if(!((_a=this.currentPick)===null||_a===void 0)&&_a.realSubchannelEquals(subchannel)){newState!==connectivity_state_1.
ConnectivityState.READY&&(this.removeCurrentPick(),this.calculateAndReportNewState());return}for(let[index,child]of this.
children.entries())if(subchannel.realSubchannelEquals(child.subchannel)){newState===connectivity_state_1.ConnectivityState.
READY&&this.pickSubchannel(child.subchannel),newState===connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE&&(child.
hasReportedTransientFailure=!0,errorMessage&&(this.lastError=errorMessage),this.maybeEnterStickyTransientFailureMode(),index===
this.currentSubchannelIndex&&this.startNextSubchannelConnecting(index+1)),child.subchannel.startConnecting();return}}startNextSubchannelConnecting(startIndex){
clearTimeout(this.connectionDelayTimeout);for(let[index,child]of this.children.entries())if(index>=startIndex){let subchannelState=child.
subchannel.getConnectivityState();if(subchannelState===connectivity_state_1.ConnectivityState.IDLE||subchannelState===connectivity_state_1.
ConnectivityState.CONNECTING){this.startConnecting(index);return}}this.maybeEnterStickyTransientFailureMode()}startConnecting(subchannelIndex){
var _a,_b;clearTimeout(this.connectionDelayTimeout),this.currentSubchannelIndex=subchannelIndex,this.children[subchannelIndex].
subchannel.getConnectivityState()===connectivity_state_1.ConnectivityState.IDLE&&(trace("Start connecting to subchannel \
with address "+this.children[subchannelIndex].subchannel.getAddress()),process.nextTick(()=>{var _a2;(_a2=this.children[subchannelIndex])===
null||_a2===void 0||_a2.subchannel.startConnecting()})),this.connectionDelayTimeout=setTimeout(()=>{this.startNextSubchannelConnecting(
subchannelIndex+1)},CONNECTION_DELAY_INTERVAL_MS),(_b=(_a=this.connectionDelayTimeout).unref)===null||_b===void 0||_b.call(
_a)}pickSubchannel(subchannel){trace("Pick subchannel with address "+subchannel.getAddress()),this.stickyTransientFailureMode=
!1,subchannel.ref(),this.channelControlHelper.addChannelzChild(subchannel.getChannelzRef()),this.removeCurrentPick(),this.
resetSubchannelList(),subchannel.addConnectivityStateListener(this.subchannelStateListener),subchannel.addHealthStateWatcher(
this.pickedSubchannelHealthListener),this.currentPick=subchannel,clearTimeout(this.connectionDelayTimeout),this.calculateAndReportNewState()}updateState(newState,picker,errorMessage){
trace(connectivity_state_1.ConnectivityState[this.currentState]+" -> "+connectivity_state_1.ConnectivityState[newState]),
this.currentState=newState,this.channelControlHelper.updateState(newState,picker,errorMessage)}resetSubchannelList(){for(let child of this.
children)child.subchannel.removeConnectivityStateListener(this.subchannelStateListener),child.subchannel.unref(),this.channelControlHelper.
removeChannelzChild(child.subchannel.getChannelzRef());this.currentSubchannelIndex=0,this.children=[]}connectToAddressList(addressList,options){
trace("connectToAddressList(["+addressList.map(address=>(0,subchannel_address_1.subchannelAddressToString)(address))+"])");
let newChildrenList=addressList.map(address=>({subchannel:this.channelControlHelper.createSubchannel(address,options),hasReportedTransientFailure:!1}));
for(let{subchannel}of newChildrenList)if(subchannel.getConnectivityState()===connectivity_state_1.ConnectivityState.READY){
this.pickSubchannel(subchannel);return}for(let{subchannel}of newChildrenList)subchannel.ref(),this.channelControlHelper.
addChannelzChild(subchannel.getChannelzRef());this.resetSubchannelList(),this.children=newChildrenList;for(let{subchannel}of this.
children)subchannel.addConnectivityStateListener(this.subchannelStateListener);for(let child of this.children)child.subchannel.
getConnectivityState()===connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE&&(child.hasReportedTransientFailure=!0);
this.startNextSubchannelConnecting(0),this.calculateAndReportNewState()}updateAddressList(maybeEndpointList,lbConfig,options,resolutionNote){
if(!(lbConfig instanceof PickFirstLoadBalancingConfig))return!1;if(!maybeEndpointList.ok)return this.children.length===0&&
this.currentPick===null&&this.channelControlHelper.updateState(connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE,
new picker_1.UnavailablePicker(maybeEndpointList.error),maybeEndpointList.error.details),!0;let endpointList=maybeEndpointList.
value;this.reportHealthStatus=options[REPORT_HEALTH_STATUS_OPTION_NAME],lbConfig.getShuffleAddressList()&&(endpointList=
shuffled(endpointList));let rawAddressList=[].concat(...endpointList.map(endpoint=>endpoint.addresses));trace("updateAdd\
ressList(["+rawAddressList.map(address=>(0,subchannel_address_1.subchannelAddressToString)(address))+"])");let addressList=interleaveAddressFamilies(
rawAddressList);return this.latestAddressList=addressList,this.latestOptions=options,this.connectToAddressList(addressList,
options),this.latestResolutionNote=resolutionNote,rawAddressList.length>0?!0:(this.lastError="No addresses resolved",!1)}exitIdle(){
this.currentState===connectivity_state_1.ConnectivityState.IDLE&&this.latestAddressList&&this.connectToAddressList(this.
latestAddressList,this.latestOptions)}resetBackoff(){}destroy(){this.resetSubchannelList(),this.removeCurrentPick()}getTypeName(){
return TYPE_NAME}};exports.PickFirstLoadBalancer=PickFirstLoadBalancer;var LEAF_CONFIG=new PickFirstLoadBalancingConfig(
!1),LeafLoadBalancer=class{constructor(endpoint,channelControlHelper,options,resolutionNote){this.endpoint=endpoint,this.
options=options,this.resolutionNote=resolutionNote,this.latestState=connectivity_state_1.ConnectivityState.IDLE;let childChannelControlHelper=(0,load_balancer_1.
createChildChannelControlHelper)(channelControlHelper,{updateState:(connectivityState,picker,errorMessage)=>{this.latestState=
connectivityState,this.latestPicker=picker,channelControlHelper.updateState(connectivityState,picker,errorMessage)}});this.
pickFirstBalancer=new PickFirstLoadBalancer(childChannelControlHelper),this.latestPicker=new picker_1.QueuePicker(this.pickFirstBalancer)}startConnecting(){
this.pickFirstBalancer.updateAddressList((0,call_interface_1.statusOrFromValue)([this.endpoint]),LEAF_CONFIG,Object.assign(
Object.assign({},this.options),{[REPORT_HEALTH_STATUS_OPTION_NAME]:!0}),this.resolutionNote)}updateEndpoint(newEndpoint,newOptions){
this.options=newOptions,this.endpoint=newEndpoint,this.latestState!==connectivity_state_1.ConnectivityState.IDLE&&this.startConnecting()}getConnectivityState(){
return this.latestState}getPicker(){return this.latestPicker}getEndpoint(){return this.endpoint}exitIdle(){this.pickFirstBalancer.
exitIdle()}destroy(){this.pickFirstBalancer.destroy()}};exports.LeafLoadBalancer=LeafLoadBalancer;function setup(){(0,load_balancer_1.
registerLoadBalancerType)(TYPE_NAME,PickFirstLoadBalancer,PickFirstLoadBalancingConfig),(0,load_balancer_1.registerDefaultLoadBalancerType)(
TYPE_NAME)}}});var require_certificate_provider=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/certificate-provider.js"(exports){
"use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.FileWatcherCertificateProvider=void 0;var fs=__require("fs"),
logging=require_logging(),constants_1=require_constants(),util_1=__require("util"),TRACER_NAME="certificate_provider";function trace(text){
logging.trace(constants_1.LogVerbosity.DEBUG,TRACER_NAME,text)}var readFilePromise=(0,util_1.promisify)(fs.readFile),FileWatcherCertificateProvider=class{constructor(config){
if(this.config=config,this.refreshTimer=null,this.fileResultPromise=null,this.latestCaUpdate=void 0,this.caListeners=new Set,
this.latestIdentityUpdate=void 0,this.identityListeners=new Set,this.lastUpdateTime=null,config.certificateFile===void 0!=
(config.privateKeyFile===void 0))throw new Error("certificateFile and privateKeyFile must be set or unset together");if(config.
certificateFile===void 0&&config.caCertificateFile===void 0)throw new Error("At least one of certificateFile and caCerti\
ficateFile must be set");trace("File watcher constructed with config "+JSON.stringify(config))}updateCertificates(){this.
fileResultPromise||(this.fileResultPromise=Promise.allSettled([this.config.certificateFile?readFilePromise(this.config.certificateFile):
Promise.reject(),this.config.privateKeyFile?readFilePromise(this.config.privateKeyFile):Promise.reject(),this.config.caCertificateFile?
readFilePromise(this.config.caCertificateFile):Promise.reject()]),this.fileResultPromise.then(([certificateResult,privateKeyResult,
caCertificateResult])=>{if(this.refreshTimer){trace("File watcher read certificates certificate "+certificateResult.status+
", privateKey "+privateKeyResult.status+", CA certificate "+caCertificateResult.status),this.lastUpdateTime=new Date,this.
fileResultPromise=null,certificateResult.status==="fulfilled"&&privateKeyResult.status==="fulfilled"?this.latestIdentityUpdate=
{certificate:certificateResult.value,privateKey:privateKeyResult.value}:this.latestIdentityUpdate=null,caCertificateResult.
status==="fulfilled"?this.latestCaUpdate={caCertificate:caCertificateResult.value}:this.latestCaUpdate=null;for(let listener of this.
identityListeners)listener(this.latestIdentityUpdate);for(let listener of this.caListeners)listener(this.latestCaUpdate)}}),
trace("File watcher initiated certificate update"))}maybeStartWatchingFiles(){if(!this.refreshTimer){let timeSinceLastUpdate=this.
lastUpdateTime?new Date().getTime()-this.lastUpdateTime.getTime():1/0;timeSinceLastUpdate>this.config.refreshIntervalMs&&
this.updateCertificates(),timeSinceLastUpdate>this.config.refreshIntervalMs*2&&(this.latestCaUpdate=void 0,this.latestIdentityUpdate=
void 0),this.refreshTimer=setInterval(()=>this.updateCertificates(),this.config.refreshIntervalMs),trace("File watcher s\
tarted watching")}}maybeStopWatchingFiles(){this.caListeners.size===0&&this.identityListeners.size===0&&(this.fileResultPromise=
null,this.refreshTimer&&(clearInterval(this.refreshTimer),this.refreshTimer=null))}addCaCertificateListener(listener){this.
caListeners.add(listener),this.maybeStartWatchingFiles(),this.latestCaUpdate!==void 0&&process.nextTick(listener,this.latestCaUpdate)}removeCaCertificateListener(listener){
this.caListeners.delete(listener),this.maybeStopWatchingFiles()}addIdentityCertificateListener(listener){this.identityListeners.
add(listener),this.maybeStartWatchingFiles(),this.latestIdentityUpdate!==void 0&&process.nextTick(listener,this.latestIdentityUpdate)}removeIdentityCertificateListener(listener){
this.identityListeners.delete(listener),this.maybeStopWatchingFiles()}};exports.FileWatcherCertificateProvider=FileWatcherCertificateProvider}});var require_experimental=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/experimental.js"(exports){"use strict";
Object.defineProperty(exports,"__esModule",{value:!0});exports.SUBCHANNEL_ARGS_EXCLUDE_KEY_PREFIX=exports.createCertificateProviderChannelCredentials=
exports.FileWatcherCertificateProvider=exports.createCertificateProviderServerCredentials=exports.createServerCredentialsWithInterceptors=
exports.BaseSubchannelWrapper=exports.registerAdminService=exports.FilterStackFactory=exports.BaseFilter=exports.statusOrFromError=
exports.statusOrFromValue=exports.PickResultType=exports.QueuePicker=exports.UnavailablePicker=exports.ChildLoadBalancerHandler=
exports.EndpointMap=exports.endpointHasAddress=exports.endpointToString=exports.subchannelAddressToString=exports.LeafLoadBalancer=
exports.isLoadBalancerNameRegistered=exports.parseLoadBalancingConfig=exports.selectLbConfigFromList=exports.registerLoadBalancerType=
exports.createChildChannelControlHelper=exports.BackoffTimeout=exports.parseDuration=exports.durationToMs=exports.splitHostPort=
exports.uriToString=exports.CHANNEL_ARGS_CONFIG_SELECTOR_KEY=exports.createResolver=exports.registerResolver=exports.log=
exports.trace=void 0;var logging_1=require_logging();Object.defineProperty(exports,"trace",{enumerable:!0,get:function(){
return logging_1.trace}});Object.defineProperty(exports,"log",{enumerable:!0,get:function(){return logging_1.log}});var resolver_1=require_resolver();
Object.defineProperty(exports,"registerResolver",{enumerable:!0,get:function(){return resolver_1.registerResolver}});Object.
defineProperty(exports,"createResolver",{enumerable:!0,get:function(){return resolver_1.createResolver}});Object.defineProperty(
exports,"CHANNEL_ARGS_CONFIG_SELECTOR_KEY",{enumerable:!0,get:function(){return resolver_1.CHANNEL_ARGS_CONFIG_SELECTOR_KEY}});
var uri_parser_1=require_uri_parser();Object.defineProperty(exports,"uriToString",{enumerable:!0,get:function(){return uri_parser_1.
uriToString}});Object.defineProperty(exports,"splitHostPort",{enumerable:!0,get:function(){return uri_parser_1.splitHostPort}});
var duration_1=require_duration();Object.defineProperty(exports,"durationToMs",{enumerable:!0,get:function(){return duration_1.
durationToMs}});Object.defineProperty(exports,"parseDuration",{enumerable:!0,get:function(){return duration_1.parseDuration}});
var backoff_timeout_1=require_backoff_timeout();Object.defineProperty(exports,"BackoffTimeout",{enumerable:!0,get:function(){
return backoff_timeout_1.BackoffTimeout}});var load_balancer_1=require_load_balancer();Object.defineProperty(exports,"cr\
eateChildChannelControlHelper",{enumerable:!0,get:function(){return load_balancer_1.createChildChannelControlHelper}});Object.
defineProperty(exports,"registerLoadBalancerType",{enumerable:!0,get:function(){return load_balancer_1.registerLoadBalancerType}});
Object.defineProperty(exports,"selectLbConfigFromList",{enumerable:!0,get:function(){return load_balancer_1.selectLbConfigFromList}});
Object.defineProperty(exports,"parseLoadBalancingConfig",{enumerable:!0,get:function(){return load_balancer_1.parseLoadBalancingConfig}});
Object.defineProperty(exports,"isLoadBalancerNameRegistered",{enumerable:!0,get:function(){return load_balancer_1.isLoadBalancerNameRegistered}});
var load_balancer_pick_first_1=require_load_balancer_pick_first();Object.defineProperty(exports,"LeafLoadBalancer",{enumerable:!0,
get:function(){return load_balancer_pick_first_1.LeafLoadBalancer}});var subchannel_address_1=require_subchannel_address();
Object.defineProperty(exports,"subchannelAddressToString",{enumerable:!0,get:function(){return subchannel_address_1.subchannelAddressToString}});
Object.defineProperty(exports,"endpointToString",{enumerable:!0,get:function(){return subchannel_address_1.endpointToString}});
Object.defineProperty(exports,"endpointHasAddress",{enumerable:!0,get:function(){return subchannel_address_1.endpointHasAddress}});
Object.defineProperty(exports,"EndpointMap",{enumerable:!0,get:function(){return subchannel_address_1.EndpointMap}});var load_balancer_child_handler_1=require_load_balancer_child_handler();
Object.defineProperty(exports,"ChildLoadBalancerHandler",{enumerable:!0,get:function(){return load_balancer_child_handler_1.
ChildLoadBalancerHandler}});var picker_1=require_picker();Object.defineProperty(exports,"UnavailablePicker",{enumerable:!0,
get:function(){return picker_1.UnavailablePicker}});Object.defineProperty(exports,"QueuePicker",{enumerable:!0,get:function(){
return picker_1.QueuePicker}});Object.defineProperty(exports,"PickResultType",{enumerable:!0,get:function(){return picker_1.
PickResultType}});var call_interface_1=require_call_interface();Object.defineProperty(exports,"statusOrFromValue",{enumerable:!0,
get:function(){return call_interface_1.statusOrFromValue}});Object.defineProperty(exports,"statusOrFromError",{enumerable:!0,
get:function(){return call_interface_1.statusOrFromError}});var filter_1=require_filter();Object.defineProperty(exports,
"BaseFilter",{enumerable:!0,get:function(){return filter_1.BaseFilter}});var filter_stack_1=require_filter_stack();Object.
defineProperty(exports,"FilterStackFactory",{enumerable:!0,get:function(){return filter_stack_1.FilterStackFactory}});var admin_1=require_admin();
Object.defineProperty(exports,"registerAdminService",{enumerable:!0,get:function(){return admin_1.registerAdminService}});
var subchannel_interface_1=require_subchannel_interface();Object.defineProperty(exports,"BaseSubchannelWrapper",{enumerable:!0,
get:function(){return subchannel_interface_1.BaseSubchannelWrapper}});var server_credentials_1=require_server_credentials();
Object.defineProperty(exports,"createServerCredentialsWithInterceptors",{enumerable:!0,get:function(){return server_credentials_1.
createServerCredentialsWithInterceptors}});Object.defineProperty(exports,"createCertificateProviderServerCredentials",{enumerable:!0,
get:function(){return server_credentials_1.createCertificateProviderServerCredentials}});var certificate_provider_1=require_certificate_provider();
Object.defineProperty(exports,"FileWatcherCertificateProvider",{enumerable:!0,get:function(){return certificate_provider_1.
FileWatcherCertificateProvider}});var channel_credentials_1=require_channel_credentials();Object.defineProperty(exports,
"createCertificateProviderChannelCredentials",{enumerable:!0,get:function(){return channel_credentials_1.createCertificateProviderChannelCredentials}});
var internal_channel_1=require_internal_channel();Object.defineProperty(exports,"SUBCHANNEL_ARGS_EXCLUDE_KEY_PREFIX",{enumerable:!0,
get:function(){return internal_channel_1.SUBCHANNEL_ARGS_EXCLUDE_KEY_PREFIX}})}});var require_resolver_uds=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/resolver-uds.js"(exports){"use strict";
Object.defineProperty(exports,"__esModule",{value:!0});exports.setup=setup;var resolver_1=require_resolver(),call_interface_1=require_call_interface(),
UdsResolver=class{constructor(target,listener,channelOptions){this.listener=listener,this.hasReturnedResult=!1,this.endpoints=
[];let path;target.authority===""?path="/"+target.path:path=target.path,this.endpoints=[{addresses:[{path}]}]}updateResolution(){
this.hasReturnedResult||(this.hasReturnedResult=!0,process.nextTick(this.listener,(0,call_interface_1.statusOrFromValue)(
this.endpoints),{},null,""))}destroy(){this.hasReturnedResult=!1}static getDefaultAuthority(target){return"localhost"}};
function setup(){(0,resolver_1.registerResolver)("unix",UdsResolver)}}});var require_resolver_ip=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/resolver-ip.js"(exports){"use strict";Object.
defineProperty(exports,"__esModule",{value:!0});exports.setup=setup;var net_1=__require("net"),call_interface_1=require_call_interface(),
constants_1=require_constants(),metadata_1=require_metadata(),resolver_1=require_resolver(),subchannel_address_1=require_subchannel_address(),
uri_parser_1=require_uri_parser(),logging=require_logging(),TRACER_NAME="ip_resolver";function trace(text){logging.trace(
constants_1.LogVerbosity.DEBUG,TRACER_NAME,text)}var IPV4_SCHEME="ipv4",IPV6_SCHEME="ipv6",DEFAULT_PORT=443,IpResolver=class{constructor(target,listener,channelOptions){
var _a;this.listener=listener,this.endpoints=[],this.error=null,this.hasReturnedResult=!1,trace("Resolver constructed fo\
r target "+(0,uri_parser_1.uriToString)(target));let addresses=[];if(!(target.scheme===IPV4_SCHEME||target.scheme===IPV6_SCHEME)){
this.error={code:constants_1.Status.UNAVAILABLE,details:`Unrecognized scheme ${target.scheme} in IP resolver`,metadata:new metadata_1.
Metadata};return}let pathList=target.path.split(",");for(let path of pathList){let hostPort=(0,uri_parser_1.splitHostPort)(
path);if(hostPort===null){this.error={code:constants_1.Status.UNAVAILABLE,details:`Failed to parse ${target.scheme} addr\
ess ${path}`,metadata:new metadata_1.Metadata};return}if(target.scheme===IPV4_SCHEME&&!(0,net_1.isIPv4)(hostPort.host)||
target.scheme===IPV6_SCHEME&&!(0,net_1.isIPv6)(hostPort.host)){this.error={code:constants_1.Status.UNAVAILABLE,details:`\
Failed to parse ${target.scheme} address ${path}`,metadata:new metadata_1.Metadata};return}addresses.push({host:hostPort.
host,port:(_a=hostPort.port)!==null&&_a!==void 0?_a:DEFAULT_PORT})}this.endpoints=addresses.map(address=>({addresses:[address]})),
trace("Parsed "+target.scheme+" address list "+addresses.map(subchannel_address_1.subchannelAddressToString))}updateResolution(){
this.hasReturnedResult||(this.hasReturnedResult=!0,process.nextTick(()=>{this.error?this.listener((0,call_interface_1.statusOrFromError)(
this.error),{},null,""):this.listener((0,call_interface_1.statusOrFromValue)(this.endpoints),{},null,"")}))}destroy(){this.
hasReturnedResult=!1}static getDefaultAuthority(target){return target.path.split(",")[0]}};function setup(){(0,resolver_1.
registerResolver)(IPV4_SCHEME,IpResolver),(0,resolver_1.registerResolver)(IPV6_SCHEME,IpResolver)}}});var require_load_balancer_round_robin=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/load-balancer-round-robin.\
js"(exports){"use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.RoundRobinLoadBalancer=void 0;exports.
setup=setup;var load_balancer_1=require_load_balancer(),connectivity_state_1=require_connectivity_state(),picker_1=require_picker(),
logging=require_logging(),constants_1=require_constants(),subchannel_address_1=require_subchannel_address(),load_balancer_pick_first_1=require_load_balancer_pick_first(),
TRACER_NAME="round_robin";function trace(text){logging.trace(constants_1.LogVerbosity.DEBUG,TRACER_NAME,text)}var TYPE_NAME="\
round_robin",RoundRobinLoadBalancingConfig=class _RoundRobinLoadBalancingConfig{getLoadBalancerName(){return TYPE_NAME}constructor(){}toJsonObject(){
return{[TYPE_NAME]:{}}}static createFromJson(obj){return new _RoundRobinLoadBalancingConfig}},RoundRobinPicker=class{constructor(children,nextIndex=0){
this.children=children,this.nextIndex=nextIndex}pick(pickArgs){let childPicker=this.children[this.nextIndex].picker;return this.
nextIndex=(this.nextIndex+1)%this.children.length,childPicker.pick(pickArgs)}peekNextEndpoint(){return this.children[this.
nextIndex].endpoint}};function rotateArray(list,startIndex){return[...list.slice(startIndex),...list.slice(0,startIndex)]}
var RoundRobinLoadBalancer=class{constructor(channelControlHelper){this.channelControlHelper=channelControlHelper,this.children=
[],this.currentState=connectivity_state_1.ConnectivityState.IDLE,this.currentReadyPicker=null,this.updatesPaused=!1,this.
lastError=null,this.childChannelControlHelper=(0,load_balancer_1.createChildChannelControlHelper)(channelControlHelper,{
updateState:(connectivityState,picker,errorMessage)=>{this.currentState===connectivity_state_1.ConnectivityState.READY&&
connectivityState!==connectivity_state_1.ConnectivityState.READY&&this.channelControlHelper.requestReresolution(),errorMessage&&
(this.lastError=errorMessage),this.calculateAndUpdateState()}})}countChildrenWithState(state){return this.children.filter(
child=>child.getConnectivityState()===state).length}calculateAndUpdateState(){if(!this.updatesPaused){if(this.countChildrenWithState(
connectivity_state_1.ConnectivityState.READY)>0){let readyChildren=this.children.filter(child=>child.getConnectivityState()===
connectivity_state_1.ConnectivityState.READY),index=0;if(this.currentReadyPicker!==null){let nextPickedEndpoint=this.currentReadyPicker.
peekNextEndpoint();index=readyChildren.findIndex(child=>(0,subchannel_address_1.endpointEqual)(child.getEndpoint(),nextPickedEndpoint)),
index<0&&(index=0)}this.updateState(connectivity_state_1.ConnectivityState.READY,new RoundRobinPicker(readyChildren.map(
child=>({endpoint:child.getEndpoint(),picker:child.getPicker()})),index),null)}else if(this.countChildrenWithState(connectivity_state_1.
ConnectivityState.CONNECTING)>0)this.updateState(connectivity_state_1.ConnectivityState.CONNECTING,new picker_1.QueuePicker(
this),null);else if(this.countChildrenWithState(connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE)>0){let errorMessage=`\
round_robin: No connection established. Last error: ${this.lastError}`;this.updateState(connectivity_state_1.ConnectivityState.
TRANSIENT_FAILURE,new picker_1.UnavailablePicker({details:errorMessage}),errorMessage)}else this.updateState(connectivity_state_1.
ConnectivityState.IDLE,new picker_1.QueuePicker(this),null);for(let child of this.children)child.getConnectivityState()===
connectivity_state_1.ConnectivityState.IDLE&&child.exitIdle()}}updateState(newState,picker,errorMessage){trace(connectivity_state_1.
ConnectivityState[this.currentState]+" -> "+connectivity_state_1.ConnectivityState[newState]),newState===connectivity_state_1.
ConnectivityState.READY?this.currentReadyPicker=picker:this.currentReadyPicker=null,this.currentState=newState,this.channelControlHelper.
updateState(newState,picker,errorMessage)}resetSubchannelList(){for(let child of this.children)child.destroy();this.children=
[]}updateAddressList(maybeEndpointList,lbConfig,options,resolutionNote){if(!(lbConfig instanceof RoundRobinLoadBalancingConfig))
return!1;if(!maybeEndpointList.ok)return this.children.length===0&&this.updateState(connectivity_state_1.ConnectivityState.
TRANSIENT_FAILURE,new picker_1.UnavailablePicker(maybeEndpointList.error),maybeEndpointList.error.details),!0;let startIndex=Math.
random()*maybeEndpointList.value.length|0,endpointList=rotateArray(maybeEndpointList.value,startIndex);if(this.resetSubchannelList(),
endpointList.length===0){let errorMessage=`No addresses resolved. Resolution note: ${resolutionNote}`;this.updateState(connectivity_state_1.
ConnectivityState.TRANSIENT_FAILURE,new picker_1.UnavailablePicker({details:errorMessage}),errorMessage)}trace("Connect \
to endpoint list "+endpointList.map(subchannel_address_1.endpointToString)),this.updatesPaused=!0,this.children=endpointList.
map(endpoint=>new load_balancer_pick_first_1.LeafLoadBalancer(endpoint,this.childChannelControlHelper,options,resolutionNote));
for(let child of this.children)child.startConnecting();return this.updatesPaused=!1,this.calculateAndUpdateState(),!0}exitIdle(){}resetBackoff(){}destroy(){
this.resetSubchannelList()}getTypeName(){return TYPE_NAME}};exports.RoundRobinLoadBalancer=RoundRobinLoadBalancer;function setup(){
(0,load_balancer_1.registerLoadBalancerType)(TYPE_NAME,RoundRobinLoadBalancer,RoundRobinLoadBalancingConfig)}}});var require_load_balancer_outlier_detection=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/load-balancer-outlie\
r-detection.js"(exports){"use strict";var _a;Object.defineProperty(exports,"__esModule",{value:!0});exports.OutlierDetectionLoadBalancer=
exports.OutlierDetectionLoadBalancingConfig=void 0;exports.setup=setup;var connectivity_state_1=require_connectivity_state(),
constants_1=require_constants(),duration_1=require_duration(),experimental_1=require_experimental(),load_balancer_1=require_load_balancer(),
load_balancer_child_handler_1=require_load_balancer_child_handler(),picker_1=require_picker(),subchannel_address_1=require_subchannel_address(),
subchannel_interface_1=require_subchannel_interface(),logging=require_logging(),TRACER_NAME="outlier_detection";function trace(text){
logging.trace(constants_1.LogVerbosity.DEBUG,TRACER_NAME,text)}var TYPE_NAME="outlier_detection",OUTLIER_DETECTION_ENABLED=((_a=
process.env.GRPC_EXPERIMENTAL_ENABLE_OUTLIER_DETECTION)!==null&&_a!==void 0?_a:"true")==="true",defaultSuccessRateEjectionConfig={
stdev_factor:1900,enforcement_percentage:100,minimum_hosts:5,request_volume:100},defaultFailurePercentageEjectionConfig={
threshold:85,enforcement_percentage:100,minimum_hosts:5,request_volume:50};function validateFieldType(obj,fieldName,expectedType,objectName){
if(fieldName in obj&&obj[fieldName]!==void 0&&typeof obj[fieldName]!==expectedType){let fullFieldName=objectName?`${objectName}\
.${fieldName}`:fieldName;throw new Error(`outlier detection config ${fullFieldName} parse error: expected ${expectedType}\
, got ${typeof obj[fieldName]}`)}}function validatePositiveDuration(obj,fieldName,objectName){let fullFieldName=objectName?
`${objectName}.${fieldName}`:fieldName;if(fieldName in obj&&obj[fieldName]!==void 0){if(!(0,duration_1.isDuration)(obj[fieldName]))
throw new Error(`outlier detection config ${fullFieldName} parse error: expected Duration, got ${typeof obj[fieldName]}`);
if(!(obj[fieldName].seconds>=0&&obj[fieldName].seconds<=315576e6&&obj[fieldName].nanos>=0&&obj[fieldName].nanos<=999999999))
throw new Error(`outlier detection config ${fullFieldName} parse error: values out of range for non-negative Duaration`)}}
function validatePercentage(obj,fieldName,objectName){let fullFieldName=objectName?`${objectName}.${fieldName}`:fieldName;
if(validateFieldType(obj,fieldName,"number",objectName),fieldName in obj&&obj[fieldName]!==void 0&&!(obj[fieldName]>=0&&
obj[fieldName]<=100))throw new Error(`outlier detection config ${fullFieldName} parse error: value out of range for perc\
entage (0-100)`)}var OutlierDetectionLoadBalancingConfig=class _OutlierDetectionLoadBalancingConfig{constructor(intervalMs,baseEjectionTimeMs,maxEjectionTimeMs,maxEjectionPercent,successRateEjection,failurePercentageEjection,childPolicy){
if(this.childPolicy=childPolicy,childPolicy.getLoadBalancerName()==="pick_first")throw new Error("outlier_detection LB p\
olicy cannot have a pick_first child policy");this.intervalMs=intervalMs??1e4,this.baseEjectionTimeMs=baseEjectionTimeMs??
3e4,this.maxEjectionTimeMs=maxEjectionTimeMs??3e5,this.maxEjectionPercent=maxEjectionPercent??10,this.successRateEjection=
successRateEjection?Object.assign(Object.assign({},defaultSuccessRateEjectionConfig),successRateEjection):null,this.failurePercentageEjection=
failurePercentageEjection?Object.assign(Object.assign({},defaultFailurePercentageEjectionConfig),failurePercentageEjection):
null}getLoadBalancerName(){return TYPE_NAME}toJsonObject(){var _a2,_b;return{outlier_detection:{interval:(0,duration_1.msToDuration)(
this.intervalMs),base_ejection_time:(0,duration_1.msToDuration)(this.baseEjectionTimeMs),max_ejection_time:(0,duration_1.
msToDuration)(this.maxEjectionTimeMs),max_ejection_percent:this.maxEjectionPercent,success_rate_ejection:(_a2=this.successRateEjection)!==
null&&_a2!==void 0?_a2:void 0,failure_percentage_ejection:(_b=this.failurePercentageEjection)!==null&&_b!==void 0?_b:void 0,
child_policy:[this.childPolicy.toJsonObject()]}}}getIntervalMs(){return this.intervalMs}getBaseEjectionTimeMs(){return this.
baseEjectionTimeMs}getMaxEjectionTimeMs(){return this.maxEjectionTimeMs}getMaxEjectionPercent(){return this.maxEjectionPercent}getSuccessRateEjectionConfig(){
return this.successRateEjection}getFailurePercentageEjectionConfig(){return this.failurePercentageEjection}getChildPolicy(){
return this.childPolicy}static createFromJson(obj){var _a2;if(validatePositiveDuration(obj,"interval"),validatePositiveDuration(
obj,"base_ejection_time"),validatePositiveDuration(obj,"max_ejection_time"),validatePercentage(obj,"max_ejection_percent"),
"success_rate_ejection"in obj&&obj.success_rate_ejection!==void 0){if(typeof obj.success_rate_ejection!="object")throw new Error(
"outlier detection config success_rate_ejection must be an object");validateFieldType(obj.success_rate_ejection,"stdev_f\
actor","number","success_rate_ejection"),validatePercentage(obj.success_rate_ejection,"enforcement_percentage","success_\
rate_ejection"),validateFieldType(obj.success_rate_ejection,"minimum_hosts","number","success_rate_ejection"),validateFieldType(
obj.success_rate_ejection,"request_volume","number","success_rate_ejection")}if("failure_percentage_ejection"in obj&&obj.
failure_percentage_ejection!==void 0){if(typeof obj.failure_percentage_ejection!="object")throw new Error("outlier detec\
tion config failure_percentage_ejection must be an object");validatePercentage(obj.failure_percentage_ejection,"threshol\
d","failure_percentage_ejection"),validatePercentage(obj.failure_percentage_ejection,"enforcement_percentage","failure_p\
ercentage_ejection"),validateFieldType(obj.failure_percentage_ejection,"minimum_hosts","number","failure_percentage_ejec\
tion"),validateFieldType(obj.failure_percentage_ejection,"request_volume","number","failure_percentage_ejection")}if(!("\
child_policy"in obj)||!Array.isArray(obj.child_policy))throw new Error("outlier detection config child_policy must be an\
 array");let childPolicy=(0,load_balancer_1.selectLbConfigFromList)(obj.child_policy);if(!childPolicy)throw new Error("o\
utlier detection config child_policy: no valid recognized policy found");return new _OutlierDetectionLoadBalancingConfig(
obj.interval?(0,duration_1.durationToMs)(obj.interval):null,obj.base_ejection_time?(0,duration_1.durationToMs)(obj.base_ejection_time):
null,obj.max_ejection_time?(0,duration_1.durationToMs)(obj.max_ejection_time):null,(_a2=obj.max_ejection_percent)!==null&&
_a2!==void 0?_a2:null,obj.success_rate_ejection,obj.failure_percentage_ejection,childPolicy)}};exports.OutlierDetectionLoadBalancingConfig=
OutlierDetectionLoadBalancingConfig;var OutlierDetectionSubchannelWrapper=class extends subchannel_interface_1.BaseSubchannelWrapper{constructor(childSubchannel,mapEntry){
super(childSubchannel),this.mapEntry=mapEntry,this.refCount=0}ref(){this.child.ref(),this.refCount+=1}unref(){if(this.child.
unref(),this.refCount-=1,this.refCount<=0&&this.mapEntry){let index=this.mapEntry.subchannelWrappers.indexOf(this);index>=
0&&this.mapEntry.subchannelWrappers.splice(index,1)}}eject(){this.setHealthy(!1)}uneject(){this.setHealthy(!0)}getMapEntry(){
return this.mapEntry}getWrappedSubchannel(){return this.child}};function createEmptyBucket(){return{success:0,failure:0}}
var CallCounter=class{constructor(){this.activeBucket=createEmptyBucket(),this.inactiveBucket=createEmptyBucket()}addSuccess(){
this.activeBucket.success+=1}addFailure(){this.activeBucket.failure+=1}switchBuckets(){this.inactiveBucket=this.activeBucket,
this.activeBucket=createEmptyBucket()}getLastSuccesses(){return this.inactiveBucket.success}getLastFailures(){return this.
inactiveBucket.failure}},OutlierDetectionPicker=class{constructor(wrappedPicker,countCalls){this.wrappedPicker=wrappedPicker,
this.countCalls=countCalls}pick(pickArgs){let wrappedPick=this.wrappedPicker.pick(pickArgs);if(wrappedPick.pickResultType===
picker_1.PickResultType.COMPLETE){let subchannelWrapper=wrappedPick.subchannel,mapEntry=subchannelWrapper.getMapEntry();
if(mapEntry){let onCallEnded=wrappedPick.onCallEnded;return this.countCalls&&(onCallEnded=(statusCode,details,metadata)=>{
var _a2;statusCode===constants_1.Status.OK?mapEntry.counter.addSuccess():mapEntry.counter.addFailure(),(_a2=wrappedPick.
onCallEnded)===null||_a2===void 0||_a2.call(wrappedPick,statusCode,details,metadata)}),Object.assign(Object.assign({},wrappedPick),
{subchannel:subchannelWrapper.getWrappedSubchannel(),onCallEnded})}else return Object.assign(Object.assign({},wrappedPick),
{subchannel:subchannelWrapper.getWrappedSubchannel()})}else return wrappedPick}},OutlierDetectionLoadBalancer=class{constructor(channelControlHelper){
this.entryMap=new subchannel_address_1.EndpointMap,this.latestConfig=null,this.timerStartTime=null,this.childBalancer=new load_balancer_child_handler_1.
ChildLoadBalancerHandler((0,experimental_1.createChildChannelControlHelper)(channelControlHelper,{createSubchannel:(subchannelAddress,subchannelArgs)=>{
let originalSubchannel=channelControlHelper.createSubchannel(subchannelAddress,subchannelArgs),mapEntry=this.entryMap.getForSubchannelAddress(
subchannelAddress),subchannelWrapper=new OutlierDetectionSubchannelWrapper(originalSubchannel,mapEntry);return mapEntry?.
currentEjectionTimestamp!==null&&subchannelWrapper.eject(),mapEntry?.subchannelWrappers.push(subchannelWrapper),subchannelWrapper},
updateState:(connectivityState,picker,errorMessage)=>{connectivityState===connectivity_state_1.ConnectivityState.READY?channelControlHelper.
updateState(connectivityState,new OutlierDetectionPicker(picker,this.isCountingEnabled()),errorMessage):channelControlHelper.
updateState(connectivityState,picker,errorMessage)}})),this.ejectionTimer=setInterval(()=>{},0),clearInterval(this.ejectionTimer)}isCountingEnabled(){
return this.latestConfig!==null&&(this.latestConfig.getSuccessRateEjectionConfig()!==null||this.latestConfig.getFailurePercentageEjectionConfig()!==
null)}getCurrentEjectionPercent(){let ejectionCount=0;for(let mapEntry of this.entryMap.values())mapEntry.currentEjectionTimestamp!==
null&&(ejectionCount+=1);return ejectionCount*100/this.entryMap.size}runSuccessRateCheck(ejectionTimestamp){if(!this.latestConfig)
return;let successRateConfig=this.latestConfig.getSuccessRateEjectionConfig();if(!successRateConfig)return;trace("Runnin\
g success rate check");let targetRequestVolume=successRateConfig.request_volume,addresesWithTargetVolume=0,successRates=[];
for(let[endpoint,mapEntry]of this.entryMap.entries()){let successes=mapEntry.counter.getLastSuccesses(),failures=mapEntry.
counter.getLastFailures();trace("Stats for "+(0,subchannel_address_1.endpointToString)(endpoint)+": successes="+successes+
" failures="+failures+" targetRequestVolume="+targetRequestVolume),successes+failures>=targetRequestVolume&&(addresesWithTargetVolume+=
1,successRates.push(successes/(successes+failures)))}if(trace("Found "+addresesWithTargetVolume+" success rate candidate\
s; currentEjectionPercent="+this.getCurrentEjectionPercent()+" successRates=["+successRates+"]"),addresesWithTargetVolume<
successRateConfig.minimum_hosts)return;let successRateMean=successRates.reduce((a,b)=>a+b)/successRates.length,successRateDeviationSum=0;
for(let rate of successRates){let deviation=rate-successRateMean;successRateDeviationSum+=deviation*deviation}let successRateVariance=successRateDeviationSum/
successRates.length,successRateStdev=Math.sqrt(successRateVariance),ejectionThreshold=successRateMean-successRateStdev*(successRateConfig.
stdev_factor/1e3);trace("stdev="+successRateStdev+" ejectionThreshold="+ejectionThreshold);for(let[address,mapEntry]of this.
entryMap.entries()){if(this.getCurrentEjectionPercent()>=this.latestConfig.getMaxEjectionPercent())break;let successes=mapEntry.
counter.getLastSuccesses(),failures=mapEntry.counter.getLastFailures();if(successes+failures<targetRequestVolume)continue;
let successRate=successes/(successes+failures);if(trace("Checking candidate "+address+" successRate="+successRate),successRate<
ejectionThreshold){let randomNumber=Math.random()*100;trace("Candidate "+address+" randomNumber="+randomNumber+" enforce\
ment_percentage="+successRateConfig.enforcement_percentage),randomNumber<successRateConfig.enforcement_percentage&&(trace(
"Ejecting candidate "+address),this.eject(mapEntry,ejectionTimestamp))}}}runFailurePercentageCheck(ejectionTimestamp){if(!this.
latestConfig)return;let failurePercentageConfig=this.latestConfig.getFailurePercentageEjectionConfig();if(!failurePercentageConfig)
return;trace("Running failure percentage check. threshold="+failurePercentageConfig.threshold+" request volume threshold\
="+failurePercentageConfig.request_volume);let addressesWithTargetVolume=0;for(let mapEntry of this.entryMap.values()){let successes=mapEntry.
counter.getLastSuccesses(),failures=mapEntry.counter.getLastFailures();successes+failures>=failurePercentageConfig.request_volume&&
(addressesWithTargetVolume+=1)}if(!(addressesWithTargetVolume<failurePercentageConfig.minimum_hosts))for(let[address,mapEntry]of this.
entryMap.entries()){if(this.getCurrentEjectionPercent()>=this.latestConfig.getMaxEjectionPercent())break;let successes=mapEntry.
counter.getLastSuccesses(),failures=mapEntry.counter.getLastFailures();if(trace("Candidate successes="+successes+" failu\
res="+failures),successes+failures<failurePercentageConfig.request_volume)continue;if(failures*100/(failures+successes)>
failurePercentageConfig.threshold){let randomNumber=Math.random()*100;trace("Candidate "+address+" randomNumber="+randomNumber+
" enforcement_percentage="+failurePercentageConfig.enforcement_percentage),randomNumber<failurePercentageConfig.enforcement_percentage&&
(trace("Ejecting candidate "+address),this.eject(mapEntry,ejectionTimestamp))}}}eject(mapEntry,ejectionTimestamp){mapEntry.
currentEjectionTimestamp=new Date,mapEntry.ejectionTimeMultiplier+=1;for(let subchannelWrapper of mapEntry.subchannelWrappers)
subchannelWrapper.eject()}uneject(mapEntry){mapEntry.currentEjectionTimestamp=null;for(let subchannelWrapper of mapEntry.
subchannelWrappers)subchannelWrapper.uneject()}switchAllBuckets(){for(let mapEntry of this.entryMap.values())mapEntry.counter.
switchBuckets()}startTimer(delayMs){var _a2,_b;this.ejectionTimer=setTimeout(()=>this.runChecks(),delayMs),(_b=(_a2=this.
ejectionTimer).unref)===null||_b===void 0||_b.call(_a2)}runChecks(){let ejectionTimestamp=new Date;if(trace("Ejection ti\
mer running"),this.switchAllBuckets(),!!this.latestConfig){this.timerStartTime=ejectionTimestamp,this.startTimer(this.latestConfig.
getIntervalMs()),this.runSuccessRateCheck(ejectionTimestamp),this.runFailurePercentageCheck(ejectionTimestamp);for(let[address,
mapEntry]of this.entryMap.entries())if(mapEntry.currentEjectionTimestamp===null)mapEntry.ejectionTimeMultiplier>0&&(mapEntry.
ejectionTimeMultiplier-=1);else{let baseEjectionTimeMs=this.latestConfig.getBaseEjectionTimeMs(),maxEjectionTimeMs=this.
latestConfig.getMaxEjectionTimeMs(),returnTime=new Date(mapEntry.currentEjectionTimestamp.getTime());returnTime.setMilliseconds(
returnTime.getMilliseconds()+Math.min(baseEjectionTimeMs*mapEntry.ejectionTimeMultiplier,Math.max(baseEjectionTimeMs,maxEjectionTimeMs))),
returnTime<new Date&&(trace("Unejecting "+address),this.uneject(mapEntry))}}}updateAddressList(endpointList,lbConfig,options,resolutionNote){
if(!(lbConfig instanceof OutlierDetectionLoadBalancingConfig))return!1;if(trace("Received update with config: "+JSON.stringify(
lbConfig.toJsonObject(),void 0,2)),endpointList.ok){for(let endpoint of endpointList.value)this.entryMap.has(endpoint)||
(trace("Adding map entry for "+(0,subchannel_address_1.endpointToString)(endpoint)),this.entryMap.set(endpoint,{counter:new CallCounter,
currentEjectionTimestamp:null,ejectionTimeMultiplier:0,subchannelWrappers:[]}));this.entryMap.deleteMissing(endpointList.
value)}let childPolicy=lbConfig.getChildPolicy();if(this.childBalancer.updateAddressList(endpointList,childPolicy,options,
resolutionNote),lbConfig.getSuccessRateEjectionConfig()||lbConfig.getFailurePercentageEjectionConfig())if(this.timerStartTime){
trace("Previous timer existed. Replacing timer"),clearTimeout(this.ejectionTimer);let remainingDelay=lbConfig.getIntervalMs()-
(new Date().getTime()-this.timerStartTime.getTime());this.startTimer(remainingDelay)}else trace("Starting new timer"),this.
timerStartTime=new Date,this.startTimer(lbConfig.getIntervalMs()),this.switchAllBuckets();else{trace("Counting disabled.\
 Cancelling timer."),this.timerStartTime=null,clearTimeout(this.ejectionTimer);for(let mapEntry of this.entryMap.values())
this.uneject(mapEntry),mapEntry.ejectionTimeMultiplier=0}return this.latestConfig=lbConfig,!0}exitIdle(){this.childBalancer.
exitIdle()}resetBackoff(){this.childBalancer.resetBackoff()}destroy(){clearTimeout(this.ejectionTimer),this.childBalancer.
destroy()}getTypeName(){return TYPE_NAME}};exports.OutlierDetectionLoadBalancer=OutlierDetectionLoadBalancer;function setup(){
OUTLIER_DETECTION_ENABLED&&(0,experimental_1.registerLoadBalancerType)(TYPE_NAME,OutlierDetectionLoadBalancer,OutlierDetectionLoadBalancingConfig)}}});var require_priority_queue=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/priority-queue.js"(exports){"use stri\
ct";Object.defineProperty(exports,"__esModule",{value:!0});exports.PriorityQueue=void 0;var top=0,parent=i=>Math.floor(i/
2),left=i=>i*2+1,right=i=>i*2+2,PriorityQueue=class{constructor(comparator=(a,b)=>a>b){this.comparator=comparator,this.heap=
[]}size(){return this.heap.length}isEmpty(){return this.size()==0}peek(){return this.heap[top]}push(...values){return values.
forEach(value=>{this.heap.push(value),this.siftUp()}),this.size()}pop(){let poppedValue=this.peek(),bottom=this.size()-1;
return bottom>top&&this.swap(top,bottom),this.heap.pop(),this.siftDown(),poppedValue}replace(value){let replacedValue=this.
peek();return this.heap[top]=value,this.siftDown(),replacedValue}greater(i,j){return this.comparator(this.heap[i],this.heap[j])}swap(i,j){
[this.heap[i],this.heap[j]]=[this.heap[j],this.heap[i]]}siftUp(){let node=this.size()-1;for(;node>top&&this.greater(node,
parent(node));)this.swap(node,parent(node)),node=parent(node)}siftDown(){let node=top;for(;left(node)<this.size()&&this.
greater(left(node),node)||right(node)<this.size()&&this.greater(right(node),node);){let maxChild=right(node)<this.size()&&
this.greater(right(node),left(node))?right(node):left(node);this.swap(node,maxChild),node=maxChild}}};exports.PriorityQueue=
PriorityQueue}});var require_load_balancer_weighted_round_robin=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/load-balancer-wei\
ghted-round-robin.js"(exports){"use strict";Object.defineProperty(exports,"__esModule",{value:!0});exports.WeightedRoundRobinLoadBalancingConfig=
void 0;exports.setup=setup;var connectivity_state_1=require_connectivity_state(),constants_1=require_constants(),duration_1=require_duration(),
load_balancer_1=require_load_balancer(),load_balancer_pick_first_1=require_load_balancer_pick_first(),logging=require_logging(),
orca_1=require_orca(),picker_1=require_picker(),priority_queue_1=require_priority_queue(),subchannel_address_1=require_subchannel_address(),
TRACER_NAME="weighted_round_robin";function trace(text){logging.trace(constants_1.LogVerbosity.DEBUG,TRACER_NAME,text)}var TYPE_NAME="\
weighted_round_robin",DEFAULT_OOB_REPORTING_PERIOD_MS=1e4,DEFAULT_BLACKOUT_PERIOD_MS=1e4,DEFAULT_WEIGHT_EXPIRATION_PERIOD_MS=3*
6e4,DEFAULT_WEIGHT_UPDATE_PERIOD_MS=1e3,DEFAULT_ERROR_UTILIZATION_PENALTY=1;function validateFieldType(obj,fieldName,expectedType){
if(fieldName in obj&&obj[fieldName]!==void 0&&typeof obj[fieldName]!==expectedType)throw new Error(`weighted round robin\
 config ${fieldName} parse error: expected ${expectedType}, got ${typeof obj[fieldName]}`)}function parseDurationField(obj,fieldName){
if(fieldName in obj&&obj[fieldName]!==void 0&&obj[fieldName]!==null){let durationObject;if((0,duration_1.isDuration)(obj[fieldName]))
durationObject=obj[fieldName];else if((0,duration_1.isDurationMessage)(obj[fieldName]))durationObject=(0,duration_1.durationMessageToDuration)(
obj[fieldName]);else if(typeof obj[fieldName]=="string"){let parsedDuration=(0,duration_1.parseDuration)(obj[fieldName]);
if(!parsedDuration)throw new Error(`weighted round robin config ${fieldName}: failed to parse duration string ${obj[fieldName]}`);
durationObject=parsedDuration}else throw new Error(`weighted round robin config ${fieldName}: expected duration, got ${typeof obj[fieldName]}`);
return(0,duration_1.durationToMs)(durationObject)}return null}var WeightedRoundRobinLoadBalancingConfig=class _WeightedRoundRobinLoadBalancingConfig{constructor(enableOobLoadReport,oobLoadReportingPeriodMs,blackoutPeriodMs,weightExpirationPeriodMs,weightUpdatePeriodMs,errorUtilizationPenalty){
this.enableOobLoadReport=enableOobLoadReport??!1,this.oobLoadReportingPeriodMs=oobLoadReportingPeriodMs??DEFAULT_OOB_REPORTING_PERIOD_MS,
this.blackoutPeriodMs=blackoutPeriodMs??DEFAULT_BLACKOUT_PERIOD_MS,this.weightExpirationPeriodMs=weightExpirationPeriodMs??
DEFAULT_WEIGHT_EXPIRATION_PERIOD_MS,this.weightUpdatePeriodMs=Math.max(weightUpdatePeriodMs??DEFAULT_WEIGHT_UPDATE_PERIOD_MS,
100),this.errorUtilizationPenalty=errorUtilizationPenalty??DEFAULT_ERROR_UTILIZATION_PENALTY}getLoadBalancerName(){return TYPE_NAME}toJsonObject(){
return{enable_oob_load_report:this.enableOobLoadReport,oob_load_reporting_period:(0,duration_1.durationToString)((0,duration_1.
msToDuration)(this.oobLoadReportingPeriodMs)),blackout_period:(0,duration_1.durationToString)((0,duration_1.msToDuration)(
this.blackoutPeriodMs)),weight_expiration_period:(0,duration_1.durationToString)((0,duration_1.msToDuration)(this.weightExpirationPeriodMs)),
weight_update_period:(0,duration_1.durationToString)((0,duration_1.msToDuration)(this.weightUpdatePeriodMs)),error_utilization_penalty:this.
errorUtilizationPenalty}}static createFromJson(obj){if(validateFieldType(obj,"enable_oob_load_report","boolean"),validateFieldType(
obj,"error_utilization_penalty","number"),obj.error_utilization_penalty<0)throw new Error("weighted round robin config e\
rror_utilization_penalty < 0");return new _WeightedRoundRobinLoadBalancingConfig(obj.enable_oob_load_report,parseDurationField(
obj,"oob_load_reporting_period"),parseDurationField(obj,"blackout_period"),parseDurationField(obj,"weight_expiration_per\
iod"),parseDurationField(obj,"weight_update_period"),obj.error_utilization_penalty)}getEnableOobLoadReport(){return this.
enableOobLoadReport}getOobLoadReportingPeriodMs(){return this.oobLoadReportingPeriodMs}getBlackoutPeriodMs(){return this.
blackoutPeriodMs}getWeightExpirationPeriodMs(){return this.weightExpirationPeriodMs}getWeightUpdatePeriodMs(){return this.
weightUpdatePeriodMs}getErrorUtilizationPenalty(){return this.errorUtilizationPenalty}};exports.WeightedRoundRobinLoadBalancingConfig=
WeightedRoundRobinLoadBalancingConfig;var WeightedRoundRobinPicker=class{constructor(children,metricsHandler){this.metricsHandler=
metricsHandler,this.queue=new priority_queue_1.PriorityQueue((a,b)=>a.deadline<b.deadline);let positiveWeight=children.filter(
picker=>picker.weight>0),averageWeight;if(positiveWeight.length<2)averageWeight=1;else{let weightSum=0;for(let{weight}of positiveWeight)
weightSum+=weight;averageWeight=weightSum/positiveWeight.length}for(let child of children){let period=child.weight>0?1/child.
weight:averageWeight;this.queue.push({endpointName:child.endpointName,picker:child.picker,period,deadline:Math.random()*
period})}}pick(pickArgs){let entry=this.queue.pop();this.queue.push(Object.assign(Object.assign({},entry),{deadline:entry.
deadline+entry.period}));let childPick=entry.picker.pick(pickArgs);if(childPick.pickResultType===picker_1.PickResultType.
COMPLETE){if(this.metricsHandler)return Object.assign(Object.assign({},childPick),{onCallEnded:(0,orca_1.createMetricsReader)(
loadReport=>this.metricsHandler(loadReport,entry.endpointName),childPick.onCallEnded)});{let subchannelWrapper=childPick.
subchannel;return Object.assign(Object.assign({},childPick),{subchannel:subchannelWrapper.getWrappedSubchannel()})}}else
return childPick}},WeightedRoundRobinLoadBalancer=class{constructor(channelControlHelper){this.channelControlHelper=channelControlHelper,
this.latestConfig=null,this.children=new Map,this.currentState=connectivity_state_1.ConnectivityState.IDLE,this.updatesPaused=
!1,this.lastError=null,this.weightUpdateTimer=null}countChildrenWithState(state){let count=0;for(let entry of this.children.
values())entry.child.getConnectivityState()===state&&(count+=1);return count}updateWeight(entry,loadReport){var _a,_b;let qps=loadReport.
rps_fractional,utilization=loadReport.application_utilization;utilization>0&&qps>0&&(utilization+=loadReport.eps/qps*((_b=
(_a=this.latestConfig)===null||_a===void 0?void 0:_a.getErrorUtilizationPenalty())!==null&&_b!==void 0?_b:0));let newWeight=utilization===
0?0:qps/utilization;if(newWeight===0)return;let now=new Date;entry.nonEmptySince===null&&(entry.nonEmptySince=now),entry.
lastUpdated=now,entry.weight=newWeight}getWeight(entry){if(!this.latestConfig)return 0;let now=new Date().getTime();if(now-
entry.lastUpdated.getTime()>=this.latestConfig.getWeightExpirationPeriodMs())return entry.nonEmptySince=null,0;let blackoutPeriod=this.
latestConfig.getBlackoutPeriodMs();return blackoutPeriod>0&&(entry.nonEmptySince===null||now-entry.nonEmptySince.getTime()<
blackoutPeriod)?0:entry.weight}calculateAndUpdateState(){if(!(this.updatesPaused||!this.latestConfig)){if(this.countChildrenWithState(
connectivity_state_1.ConnectivityState.READY)>0){let weightedPickers=[];for(let[endpoint,entry]of this.children)entry.child.
getConnectivityState()===connectivity_state_1.ConnectivityState.READY&&weightedPickers.push({endpointName:endpoint,picker:entry.
child.getPicker(),weight:this.getWeight(entry)});trace("Created picker with weights: "+weightedPickers.map(entry=>entry.
endpointName+":"+entry.weight).join(","));let metricsHandler;this.latestConfig.getEnableOobLoadReport()?metricsHandler=null:
metricsHandler=(loadReport,endpointName)=>{let childEntry=this.children.get(endpointName);childEntry&&this.updateWeight(
childEntry,loadReport)},this.updateState(connectivity_state_1.ConnectivityState.READY,new WeightedRoundRobinPicker(weightedPickers,
metricsHandler),null)}else if(this.countChildrenWithState(connectivity_state_1.ConnectivityState.CONNECTING)>0)this.updateState(
connectivity_state_1.ConnectivityState.CONNECTING,new picker_1.QueuePicker(this),null);else if(this.countChildrenWithState(
connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE)>0){let errorMessage=`weighted_round_robin: No connection estab\
lished. Last error: ${this.lastError}`;this.updateState(connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE,new picker_1.
UnavailablePicker({details:errorMessage}),errorMessage)}else this.updateState(connectivity_state_1.ConnectivityState.IDLE,
new picker_1.QueuePicker(this),null);for(let{child}of this.children.values())child.getConnectivityState()===connectivity_state_1.
ConnectivityState.IDLE&&child.exitIdle()}}updateState(newState,picker,errorMessage){trace(connectivity_state_1.ConnectivityState[this.
currentState]+" -> "+connectivity_state_1.ConnectivityState[newState]),this.currentState=newState,this.channelControlHelper.
updateState(newState,picker,errorMessage)}updateAddressList(maybeEndpointList,lbConfig,options,resolutionNote){var _a,_b;
if(!(lbConfig instanceof WeightedRoundRobinLoadBalancingConfig))return!1;if(!maybeEndpointList.ok)return this.children.size===
0&&this.updateState(connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE,new picker_1.UnavailablePicker(maybeEndpointList.
error),maybeEndpointList.error.details),!0;if(maybeEndpointList.value.length===0){let errorMessage=`No addresses resolve\
d. Resolution note: ${resolutionNote}`;return this.updateState(connectivity_state_1.ConnectivityState.TRANSIENT_FAILURE,
new picker_1.UnavailablePicker({details:errorMessage}),errorMessage),!1}trace("Connect to endpoint list "+maybeEndpointList.
value.map(subchannel_address_1.endpointToString));let now=new Date,seenEndpointNames=new Set;this.updatesPaused=!0,this.
latestConfig=lbConfig;for(let endpoint of maybeEndpointList.value){let name=(0,subchannel_address_1.endpointToString)(endpoint);
seenEndpointNames.add(name);let entry=this.children.get(name);entry||(entry={child:new load_balancer_pick_first_1.LeafLoadBalancer(
endpoint,(0,load_balancer_1.createChildChannelControlHelper)(this.channelControlHelper,{updateState:(connectivityState,picker,errorMessage)=>{
this.currentState===connectivity_state_1.ConnectivityState.READY&&connectivityState!==connectivity_state_1.ConnectivityState.
READY&&this.channelControlHelper.requestReresolution(),connectivityState===connectivity_state_1.ConnectivityState.READY&&
(entry.nonEmptySince=null),errorMessage&&(this.lastError=errorMessage),this.calculateAndUpdateState()},createSubchannel:(subchannelAddress,subchannelArgs)=>{
let subchannel=this.channelControlHelper.createSubchannel(subchannelAddress,subchannelArgs);return entry?.oobMetricsListener?
new orca_1.OrcaOobMetricsSubchannelWrapper(subchannel,entry.oobMetricsListener,this.latestConfig.getOobLoadReportingPeriodMs()):
subchannel}}),options,resolutionNote),lastUpdated:now,nonEmptySince:null,weight:0,oobMetricsListener:null},this.children.
set(name,entry)),lbConfig.getEnableOobLoadReport()?entry.oobMetricsListener=loadReport=>{this.updateWeight(entry,loadReport)}:
entry.oobMetricsListener=null}for(let[endpointName,entry]of this.children)seenEndpointNames.has(endpointName)?entry.child.
startConnecting():(entry.child.destroy(),this.children.delete(endpointName));return this.updatesPaused=!1,this.calculateAndUpdateState(),
this.weightUpdateTimer&&clearInterval(this.weightUpdateTimer),this.weightUpdateTimer=(_b=(_a=setInterval(()=>{this.currentState===
connectivity_state_1.ConnectivityState.READY&&this.calculateAndUpdateState()},lbConfig.getWeightUpdatePeriodMs())).unref)===
null||_b===void 0?void 0:_b.call(_a),!0}exitIdle(){}resetBackoff(){}destroy(){for(let entry of this.children.values())entry.
child.destroy();this.children.clear(),this.weightUpdateTimer&&clearInterval(this.weightUpdateTimer)}getTypeName(){return TYPE_NAME}};
function setup(){(0,load_balancer_1.registerLoadBalancerType)(TYPE_NAME,WeightedRoundRobinLoadBalancer,WeightedRoundRobinLoadBalancingConfig)}}});var require_src=__commonJS({"../../node_modules/@grpc/grpc-js/build/src/index.js"(exports){"use strict";Object.defineProperty(
exports,"__esModule",{value:!0});exports.experimental=exports.ServerMetricRecorder=exports.ServerInterceptingCall=exports.
ResponderBuilder=exports.ServerListenerBuilder=exports.addAdminServicesToServer=exports.getChannelzHandlers=exports.getChannelzServiceDefinition=
exports.InterceptorConfigurationError=exports.InterceptingCall=exports.RequesterBuilder=exports.ListenerBuilder=exports.
StatusBuilder=exports.getClientChannel=exports.ServerCredentials=exports.Server=exports.setLogVerbosity=exports.setLogger=
exports.load=exports.loadObject=exports.CallCredentials=exports.ChannelCredentials=exports.waitForClientReady=exports.closeClient=
exports.Channel=exports.makeGenericClientConstructor=exports.makeClientConstructor=exports.loadPackageDefinition=exports.
Client=exports.compressionAlgorithms=exports.propagate=exports.connectivityState=exports.status=exports.logVerbosity=exports.
Metadata=exports.credentials=void 0;var call_credentials_1=require_call_credentials();Object.defineProperty(exports,"Cal\
lCredentials",{enumerable:!0,get:function(){return call_credentials_1.CallCredentials}});var channel_1=require_channel();
Object.defineProperty(exports,"Channel",{enumerable:!0,get:function(){return channel_1.ChannelImplementation}});var compression_algorithms_1=require_compression_algorithms();
Object.defineProperty(exports,"compressionAlgorithms",{enumerable:!0,get:function(){return compression_algorithms_1.CompressionAlgorithms}});
var connectivity_state_1=require_connectivity_state();Object.defineProperty(exports,"connectivityState",{enumerable:!0,get:function(){
return connectivity_state_1.ConnectivityState}});var channel_credentials_1=require_channel_credentials();Object.defineProperty(
exports,"ChannelCredentials",{enumerable:!0,get:function(){return channel_credentials_1.ChannelCredentials}});var client_1=require_client();
Object.defineProperty(exports,"Client",{enumerable:!0,get:function(){return client_1.Client}});var constants_1=require_constants();
Object.defineProperty(exports,"logVerbosity",{enumerable:!0,get:function(){return constants_1.LogVerbosity}});Object.defineProperty(
exports,"status",{enumerable:!0,get:function(){return constants_1.Status}});Object.defineProperty(exports,"propagate",{enumerable:!0,
get:function(){return constants_1.Propagate}});var logging=require_logging(),make_client_1=require_make_client();Object.
defineProperty(exports,"loadPackageDefinition",{enumerable:!0,get:function(){return make_client_1.loadPackageDefinition}});
Object.defineProperty(exports,"makeClientConstructor",{enumerable:!0,get:function(){return make_client_1.makeClientConstructor}});
Object.defineProperty(exports,"makeGenericClientConstructor",{enumerable:!0,get:function(){return make_client_1.makeClientConstructor}});
var metadata_1=require_metadata();Object.defineProperty(exports,"Metadata",{enumerable:!0,get:function(){return metadata_1.
Metadata}});var server_1=require_server();Object.defineProperty(exports,"Server",{enumerable:!0,get:function(){return server_1.
Server}});var server_credentials_1=require_server_credentials();Object.defineProperty(exports,"ServerCredentials",{enumerable:!0,
get:function(){return server_credentials_1.ServerCredentials}});var status_builder_1=require_status_builder();Object.defineProperty(
exports,"StatusBuilder",{enumerable:!0,get:function(){return status_builder_1.StatusBuilder}});exports.credentials={combineChannelCredentials:(channelCredentials,...callCredentials)=>callCredentials.
reduce((acc,other)=>acc.compose(other),channelCredentials),combineCallCredentials:(first,...additional)=>additional.reduce(
(acc,other)=>acc.compose(other),first),createInsecure:channel_credentials_1.ChannelCredentials.createInsecure,createSsl:channel_credentials_1.
ChannelCredentials.createSsl,createFromSecureContext:channel_credentials_1.ChannelCredentials.createFromSecureContext,createFromMetadataGenerator:call_credentials_1.
CallCredentials.createFromMetadataGenerator,createFromGoogleCredential:call_credentials_1.CallCredentials.createFromGoogleCredential,
createEmpty:call_credentials_1.CallCredentials.createEmpty};var closeClient=client=>client.close();exports.closeClient=closeClient;
var waitForClientReady=(client,deadline,callback)=>client.waitForReady(deadline,callback);exports.waitForClientReady=waitForClientReady;
var loadObject=(value,options)=>{throw new Error("Not available in this library. Use @grpc/proto-loader and loadPackageD\
efinition instead")};exports.loadObject=loadObject;var load2=(filename,format,options)=>{throw new Error("Not available \
in this library. Use @grpc/proto-loader and loadPackageDefinition instead")};exports.load=load2;var setLogger=logger=>{logging.
setLogger(logger)};exports.setLogger=setLogger;var setLogVerbosity=verbosity=>{logging.setLoggerVerbosity(verbosity)};exports.
setLogVerbosity=setLogVerbosity;var getClientChannel=client=>client_1.Client.prototype.getChannel.call(client);exports.getClientChannel=
getClientChannel;var client_interceptors_1=require_client_interceptors();Object.defineProperty(exports,"ListenerBuilder",
{enumerable:!0,get:function(){return client_interceptors_1.ListenerBuilder}});Object.defineProperty(exports,"RequesterBu\
ilder",{enumerable:!0,get:function(){return client_interceptors_1.RequesterBuilder}});Object.defineProperty(exports,"Int\
erceptingCall",{enumerable:!0,get:function(){return client_interceptors_1.InterceptingCall}});Object.defineProperty(exports,
"InterceptorConfigurationError",{enumerable:!0,get:function(){return client_interceptors_1.InterceptorConfigurationError}});
var channelz_1=require_channelz();Object.defineProperty(exports,"getChannelzServiceDefinition",{enumerable:!0,get:function(){
return channelz_1.getChannelzServiceDefinition}});Object.defineProperty(exports,"getChannelzHandlers",{enumerable:!0,get:function(){
return channelz_1.getChannelzHandlers}});var admin_1=require_admin();Object.defineProperty(exports,"addAdminServicesToSe\
rver",{enumerable:!0,get:function(){return admin_1.addAdminServicesToServer}});var server_interceptors_1=require_server_interceptors();
Object.defineProperty(exports,"ServerListenerBuilder",{enumerable:!0,get:function(){return server_interceptors_1.ServerListenerBuilder}});
Object.defineProperty(exports,"ResponderBuilder",{enumerable:!0,get:function(){return server_interceptors_1.ResponderBuilder}});
Object.defineProperty(exports,"ServerInterceptingCall",{enumerable:!0,get:function(){return server_interceptors_1.ServerInterceptingCall}});
var orca_1=require_orca();Object.defineProperty(exports,"ServerMetricRecorder",{enumerable:!0,get:function(){return orca_1.
ServerMetricRecorder}});var experimental=require_experimental();exports.experimental=experimental;var resolver_dns=require_resolver_dns(),
resolver_uds=require_resolver_uds(),resolver_ip=require_resolver_ip(),load_balancer_pick_first=require_load_balancer_pick_first(),
load_balancer_round_robin=require_load_balancer_round_robin(),load_balancer_outlier_detection=require_load_balancer_outlier_detection(),
load_balancer_weighted_round_robin=require_load_balancer_weighted_round_robin(),channelz=require_channelz();resolver_dns.
setup(),resolver_uds.setup(),resolver_ip.setup(),load_balancer_pick_first.setup(),load_balancer_round_robin.setup(),load_balancer_outlier_detection.
setup(),load_balancer_weighted_round_robin.setup(),channelz.setup()}});function varint64read(){let buf=this.buf,pos=this.pos,lo=0,hi=0;for(let shift=0;shift<28;shift+=7){let b=buf[pos++];if(lo|=
(b&127)<<shift,(b&128)==0){this.pos=pos,this.assertBounds(),this.varint64Lo=lo,this.varint64Hi=hi;return}}let middleByte=buf[pos++];
if(lo|=(middleByte&15)<<28,hi=(middleByte&112)>>4,(middleByte&128)==0){this.pos=pos,this.assertBounds(),this.varint64Lo=
lo,this.varint64Hi=hi;return}for(let shift=3;shift<=31;shift+=7){let b=buf[pos++];if(hi|=(b&127)<<shift,(b&128)==0){this.
pos=pos,this.assertBounds(),this.varint64Lo=lo,this.varint64Hi=hi;return}}throw new Error("invalid varint")}var TWO_PWR_32_DBL=4294967296;function int64FromString(dec){let minus=dec[0]==="-";minus&&(dec=dec.slice(1));let base=1e6,
lowBits=0,highBits=0;function add1e6digit(begin,end2){let digit1e6=Number(dec.slice(begin,end2));highBits*=base,lowBits=
lowBits*base+digit1e6,lowBits>=TWO_PWR_32_DBL&&(highBits=highBits+(lowBits/TWO_PWR_32_DBL|0),lowBits=lowBits%TWO_PWR_32_DBL)}
return add1e6digit(-24,-18),add1e6digit(-18,-12),add1e6digit(-12,-6),add1e6digit(-6),minus?negate(lowBits,highBits):newBits(
lowBits,highBits)}function int64ToString(lo,hi){let bits=newBits(lo,hi),negative=bits.hi&2147483648;negative&&(bits=negate(
bits.lo,bits.hi));let result=uInt64ToString(bits.lo,bits.hi);return negative?"-"+result:result}function uInt64ToString(lo,hi){
if({lo,hi}=toUnsigned(lo,hi),hi<=2097151)return String(TWO_PWR_32_DBL*hi+lo);let low=lo&16777215,mid=(lo>>>24|hi<<8)&16777215,
high=hi>>16&65535,digitA=low+mid*6777216+high*6710656,digitB=mid+high*8147497,digitC=high*2,base=1e7;return digitA>=base&&
(digitB+=Math.floor(digitA/base),digitA%=base),digitB>=base&&(digitC+=Math.floor(digitB/base),digitB%=base),digitC.toString()+
decimalFrom1e7WithLeadingZeros(digitB)+decimalFrom1e7WithLeadingZeros(digitA)}function toUnsigned(lo,hi){return{lo:lo>>>
0,hi:hi>>>0}}function newBits(lo,hi){return{lo:lo|0,hi:hi|0}}function negate(lowBits,highBits){return highBits=~highBits,
lowBits?lowBits=~lowBits+1:highBits+=1,newBits(lowBits,highBits)}var decimalFrom1e7WithLeadingZeros=digit1e7=>{let partial=String(
digit1e7);return"0000000".slice(partial.length)+partial};function varint32read(){let b=this.buf[this.pos++];if((b&128)===0)return this.assertBounds(),b;let result=b&127;if(b=this.
buf[this.pos++],result|=(b&127)<<7,(b&128)===0)return this.assertBounds(),result;if(b=this.buf[this.pos++],result|=(b&127)<<
14,(b&128)===0)return this.assertBounds(),result;if(b=this.buf[this.pos++],result|=(b&127)<<21,(b&128)===0)return this.assertBounds(),
result;b=this.buf[this.pos++],result|=(b&15)<<28;for(let readBytes=5;(b&128)!==0&&readBytes<10;readBytes++)b=this.buf[this.
pos++];if((b&128)!==0)throw new Error("invalid varint");return this.assertBounds(),result>>>0}var protoInt64=makeInt64Support();function makeInt64Support(){let dv=new DataView(new ArrayBuffer(8));if(typeof BigInt==
"function"&&typeof dv.getBigInt64=="function"&&typeof dv.getBigUint64=="function"&&typeof dv.setBigInt64=="function"&&typeof dv.
setBigUint64=="function"&&(!!globalThis.Deno||!!globalThis.Bun||typeof process!="object"||typeof process.env!="object"||
process.env.BUF_BIGINT_DISABLE!=="1")){let MIN=BigInt("-9223372036854775808"),MAX=BigInt("9223372036854775807"),UMIN=BigInt(
"0"),UMAX=BigInt("18446744073709551615");return{zero:BigInt(0),supported:!0,parse(value){let bi=typeof value=="bigint"?value:
BigInt(value);if(bi>MAX||bi<MIN)throw new Error(`invalid int64: ${value}`);return bi},uParse(value){let bi=typeof value==
"bigint"?value:BigInt(value);if(bi>UMAX||bi<UMIN)throw new Error(`invalid uint64: ${value}`);return bi},enc(value){return dv.
setBigInt64(0,this.parse(value),!0),{lo:dv.getInt32(0,!0),hi:dv.getInt32(4,!0)}},uEnc(value){return dv.setBigInt64(0,this.
uParse(value),!0),{lo:dv.getInt32(0,!0),hi:dv.getInt32(4,!0)}},dec(lo,hi){return dv.setInt32(0,lo,!0),dv.setInt32(4,hi,!0),
dv.getBigInt64(0,!0)},uDec(lo,hi){return dv.setInt32(0,lo,!0),dv.setInt32(4,hi,!0),dv.getBigUint64(0,!0)}}}return{zero:"\
0",supported:!1,parse(value){return typeof value!="string"&&(value=value.toString()),assertInt64String(value),value},uParse(value){
return typeof value!="string"&&(value=value.toString()),assertUInt64String(value),value},enc(value){return typeof value!=
"string"&&(value=value.toString()),assertInt64String(value),int64FromString(value)},uEnc(value){return typeof value!="st\
ring"&&(value=value.toString()),assertUInt64String(value),int64FromString(value)},dec(lo,hi){return int64ToString(lo,hi)},
uDec(lo,hi){return uInt64ToString(lo,hi)}}}function assertInt64String(value){if(!/^-?[0-9]+$/.test(value))throw new Error(
"invalid int64: "+value)}function assertUInt64String(value){if(!/^[0-9]+$/.test(value))throw new Error("invalid uint64: "+
value)}var te;function configureTextEncoding(textEncoding){var _a;te=Object.assign(Object.assign({},textEncoding),{encodeUtf8Into:(_a=
textEncoding.encodeUtf8Into)!==null&&_a!==void 0?_a:emulateEncodeInto(textEncoding.encodeUtf8.bind(textEncoding))})}function getTextEncoding(){
if(!te){let globals=globalThis;if(!globals.TextEncoder||!globals.TextDecoder)throw new Error("encoding API missing: inst\
all TextEncoder and TextDecoder on globalThis");let textEncoder=new globals.TextEncoder,textDecoder=new globals.TextDecoder(
"utf-8",{ignoreBOM:!0}),textDecoderStrict,config={encodeUtf8(text){return textEncoder.encode(text)},decodeUtf8(bytes,strict){
return strict?(textDecoderStrict||(textDecoderStrict=new globals.TextDecoder("utf-8",{fatal:!0,ignoreBOM:!0})),textDecoderStrict.
decode(bytes)):textDecoder.decode(bytes)},checkUtf8(text){try{return encodeURIComponent(text),!0}catch{return!1}}};textEncoder.
encodeInto&&(config.encodeUtf8Into=textEncoder.encodeInto.bind(textEncoder));let nativeStringIsWellFormed=String.prototype.
isWellFormed;nativeStringIsWellFormed&&(config.checkUtf8=text=>nativeStringIsWellFormed.call(text)),configureTextEncoding(
config)}return te}function emulateEncodeInto(encodeUtf8){return(text,dest)=>{let bytes=encodeUtf8(text);return dest.set(
bytes),{written:bytes.byteLength}}}var WireType;(function(WireType2){WireType2[WireType2.Varint=0]="Varint",WireType2[WireType2.Bit64=1]="Bit64",WireType2[WireType2.
LengthDelimited=2]="LengthDelimited",WireType2[WireType2.StartGroup=3]="StartGroup",WireType2[WireType2.EndGroup=4]="End\
Group",WireType2[WireType2.Bit32=5]="Bit32"})(WireType||(WireType={}));var UINT32_MAX=4294967295,INT32_MAX=2147483647,INT32_MIN=-2147483648,BinaryWriter=class{constructor(encodeUtf8){this.stackPos=
[],this.encodeUtf8Into=encodeUtf8?emulateEncodeInto(encodeUtf8):getTextEncoding().encodeUtf8Into,this.buffer=EMPTY_BUFFER,
this.viewCache=EMPTY_VIEW,this.pos=0}ensureCapacity(size){let required=this.pos+size;if(required>this.buffer.length){let newLen=this.
buffer.length||INITIAL_SIZE;for(;newLen<required;)newLen*=2;let newBuf=new Uint8Array(newLen);this.pos>0&&newBuf.set(this.
buffer),this.buffer=newBuf}}view(){let bytes=this.buffer,view=this.viewCache;if(view.byteLength===bytes.byteLength)return view;
let newView=new DataView(bytes.buffer);return this.viewCache=newView,newView}finish(){let result=this.buffer.slice(0,this.
pos);return this.pos=0,this.stackPos=[],result}fork(){return this.stackPos.push(this.pos),this.ensureCapacity(DEFAULT_LEN_PREFIX_SIZE),
this.buffer[this.pos++]=0,this}join(){let forkPos=this.stackPos.pop();if(forkPos===void 0)throw new Error("invalid state\
, fork stack empty");let len=this.pos-forkPos-DEFAULT_LEN_PREFIX_SIZE,lenPrefixSize=varint32Size(len);return lenPrefixSize>
DEFAULT_LEN_PREFIX_SIZE&&(this.ensureCapacity(lenPrefixSize-DEFAULT_LEN_PREFIX_SIZE),this.buffer.copyWithin(forkPos+lenPrefixSize,
forkPos+DEFAULT_LEN_PREFIX_SIZE,this.pos)),this.pos=forkPos,this.uint32(len),this.pos+=len,this}tag(fieldNo,type){return this.
uint32((fieldNo<<3|type)>>>0)}raw(chunk){return this.ensureCapacity(chunk.length),this.buffer.set(chunk,this.pos),this.pos+=
chunk.length,this}uint32(value){if(assertUInt32(value),this.ensureCapacity(5),value<128)return this.buffer[this.pos++]=value,
this;for(;value>127;)this.buffer[this.pos++]=value&127|128,value>>>=7;return this.buffer[this.pos++]=value,this}int32(value){
if(assertInt32(value),value>=0)return this.uint32(value);this.ensureCapacity(10);for(let i=0;i<9;i++)this.buffer[this.pos++]=
value&127|128,value>>=7;return this.buffer[this.pos++]=1,this}bool(value){return this.ensureCapacity(1),this.buffer[this.
pos++]=value?1:0,this}bytes(value){return this.uint32(value.byteLength),this.raw(value)}string(value){typeof value!="str\
ing"&&(value=String(value));let len=value.length;if(len<=ASCII_MAX_LENGTH){this.ensureCapacity(len+1);let ascii=this.buffer,
pos=this.pos;ascii[pos++]=len;let i=0;for(;i<len;i++){let code=value.charCodeAt(i);if(code>127)break;ascii[pos++]=code}if(i==
len)return this.pos=pos,this}this.ensureCapacity(len*3+5);let lenPrefixSizeGuess=varint32Size(len),buf=this.buffer,start=this.
pos,{written}=this.encodeUtf8Into(value,buf.subarray(start+lenPrefixSizeGuess)),lenPrefixSize=varint32Size(written);return lenPrefixSize!=
lenPrefixSizeGuess&&buf.copyWithin(start+lenPrefixSize,start+lenPrefixSizeGuess,start+lenPrefixSizeGuess+written),this.uint32(
written),this.pos+=written,this}float(value){return assertFloat32(value),this.ensureCapacity(4),this.view().setFloat32(this.
pos,value,!0),this.pos+=4,this}double(value){return this.ensureCapacity(8),this.view().setFloat64(this.pos,value,!0),this.
pos+=8,this}fixed32(value){return assertUInt32(value),this.ensureCapacity(4),this.view().setUint32(this.pos,value,!0),this.
pos+=4,this}sfixed32(value){return assertInt32(value),this.ensureCapacity(4),this.view().setInt32(this.pos,value,!0),this.
pos+=4,this}sint32(value){return assertInt32(value),this.uint32((value<<1^value>>31)>>>0)}sfixed64(value){let tc=protoInt64.
enc(value);this.ensureCapacity(8);let view=this.view();return view.setInt32(this.pos,tc.lo,!0),view.setInt32(this.pos+4,
tc.hi,!0),this.pos+=8,this}fixed64(value){let tc=protoInt64.uEnc(value);this.ensureCapacity(8);let view=this.view();return view.
setInt32(this.pos,tc.lo,!0),view.setInt32(this.pos+4,tc.hi,!0),this.pos+=8,this}int64(value){let tc=protoInt64.enc(value);
return this.writeVarint64(tc.lo,tc.hi)}sint64(value){let tc=protoInt64.enc(value),sign=tc.hi>>31,lo=tc.lo<<1^sign,hi=(tc.
hi<<1|tc.lo>>>31)^sign;return this.writeVarint64(lo,hi)}uint64(value){let tc=protoInt64.uEnc(value);return this.writeVarint64(
tc.lo,tc.hi)}writeVarint64(lo,hi){this.ensureCapacity(10);let buf=this.buffer,pos=this.pos;for(let i=0;i<28;i=i+7){let shift=lo>>>
i,hasNext=!(!(shift>>>7)&&hi==0);if(buf[pos++]=(hasNext?shift|128:shift)&255,!hasNext)return this.pos=pos,this}let splitBits=lo>>>
28&15|(hi&7)<<4,hasMoreBits=hi>>3!=0;if(buf[pos++]=(hasMoreBits?splitBits|128:splitBits)&255,!hasMoreBits)return this.pos=
pos,this;for(let i=3;i<31;i=i+7){let shift=hi>>>i,hasNext=!!(shift>>>7);if(buf[pos++]=(hasNext?shift|128:shift)&255,!hasNext)
return this.pos=pos,this}return buf[pos++]=hi>>>31&1,this.pos=pos,this}},INITIAL_SIZE=128,DEFAULT_LEN_PREFIX_SIZE=1,EMPTY_BUFFER=new Uint8Array(
0),EMPTY_VIEW=new DataView(EMPTY_BUFFER.buffer),ASCII_MAX_LENGTH=32;function varint32Size(value){return value<128?1:value<
16384?2:value<2097152?3:value<268435456?4:5}var BinaryReader=class{constructor(buf,decodeUtf8=getTextEncoding().decodeUtf8){
this.decodeUtf8=decodeUtf8,this.varint64Lo=0,this.varint64Hi=0,this.varint64=varint64read,this.uint32=varint32read,this.
buf=buf,this.len=buf.length,this.pos=0,this.view=new DataView(buf.buffer,buf.byteOffset,buf.byteLength)}tag(){let start=this.
pos,tag=this.uint32(),bytesRead=this.pos-start;if(bytesRead>5||bytesRead==5&&this.buf[this.pos-1]>15)throw new Error("il\
legal tag: varint overflows uint32");let fieldNo=tag>>>3,wireType=tag&7;if(fieldNo<=0||wireType>5)throw new Error("illeg\
al tag: field no "+fieldNo+" wire type "+wireType);return[fieldNo,wireType]}skip(wireType,fieldNo,recursionLimit=100){let start=this.
pos;switch(wireType){case WireType.Varint:for(;this.buf[this.pos++]&128;);break;case WireType.Bit64:this.pos+=4;case WireType.
Bit32:this.pos+=4;break;case WireType.LengthDelimited:let len=this.uint32();this.pos+=len;break;case WireType.StartGroup:
if(recursionLimit<=0)throw new Error("maximum recursion depth reached");for(;;){let[fn,wt]=this.tag();if(wt===WireType.EndGroup){
if(fieldNo!==void 0&&fn!==fieldNo)throw new Error("invalid end group tag");break}this.skip(wt,fn,recursionLimit-1)}break;default:
throw new Error("cant skip wire type "+wireType)}return this.assertBounds(),this.buf.subarray(start,this.pos)}assertBounds(){
if(this.pos>this.len)throw new RangeError("premature EOF")}int32(){return this.uint32()|0}sint32(){let zze=this.uint32();
return zze>>>1^-(zze&1)}int64(){return this.varint64(),protoInt64.dec(this.varint64Lo,this.varint64Hi)}uint64(){return this.
varint64(),protoInt64.uDec(this.varint64Lo,this.varint64Hi)}sint64(){this.varint64();let lo=this.varint64Lo,hi=this.varint64Hi,
s=-(lo&1);return lo=(lo>>>1|(hi&1)<<31)^s,hi=hi>>>1^s,protoInt64.dec(lo,hi)}bool(){let b=this.buf[this.pos];return b<128?
(this.pos++,b!==0):(this.varint64(),this.varint64Lo!==0||this.varint64Hi!==0)}fixed32(){return this.view.getUint32((this.
pos+=4)-4,!0)}sfixed32(){return this.view.getInt32((this.pos+=4)-4,!0)}fixed64(){return protoInt64.uDec(this.sfixed32(),
this.sfixed32())}sfixed64(){return protoInt64.dec(this.sfixed32(),this.sfixed32())}float(){return this.view.getFloat32((this.
pos+=4)-4,!0)}double(){return this.view.getFloat64((this.pos+=8)-8,!0)}bytes(){let len=this.uint32(),start=this.pos;return this.
pos+=len,this.assertBounds(),this.buf.subarray(start,start+len)}string(strict){let len=this.uint32(),start=this.pos;this.
pos+=len,this.assertBounds();let buf=this.buf;if(len<=ASCII_MAX_LENGTH){let codes=new Array(len);for(let i=0;i<len;i++){
let byte=buf[start+i];if(byte>127)return this.decodeUtf8(buf.subarray(start,this.pos),strict);codes[i]=byte}return String.
fromCharCode.apply(String,codes)}return this.decodeUtf8(buf.subarray(start,this.pos),strict)}};function assertInt32(arg){
if(typeof arg=="string")arg=Number(arg);else if(typeof arg!="number")throw new Error("invalid int32: "+typeof arg);if(!Number.
isInteger(arg)||arg>INT32_MAX||arg<INT32_MIN)throw new Error("invalid int32: "+arg)}function assertUInt32(arg){if(typeof arg==
"string")arg=Number(arg);else if(typeof arg!="number")throw new Error("invalid uint32: "+typeof arg);if(!Number.isInteger(
arg)||arg>UINT32_MAX||arg<0)throw new Error("invalid uint32: "+arg)}function assertFloat32(arg){if(typeof arg=="string"){
let o=arg;if(arg=Number(arg),Number.isNaN(arg)&&o!=="NaN")throw new Error("invalid float32: "+o)}else if(typeof arg!="nu\
mber")throw new Error("invalid float32: "+typeof arg);if(!Number.isFinite(Math.fround(arg))&&Number.isFinite(arg))throw new Error(
"invalid float32: "+arg)}var BigFishKeep={BIG_FISH_KEEP_UNSPECIFIED:"BIG_FISH_KEEP_UNSPECIFIED",BIG_FISH_KEEP_HIGHEST:"BIG_FISH_KEEP_HIGHEST",BIG_FISH_KEEP_CHOICE:"\
BIG_FISH_KEEP_CHOICE",UNRECOGNIZED:"UNRECOGNIZED"};function bigFishKeepFromJSON(object){switch(object){case 0:case"BIG_F\
ISH_KEEP_UNSPECIFIED":return BigFishKeep.BIG_FISH_KEEP_UNSPECIFIED;case 1:case"BIG_FISH_KEEP_HIGHEST":return BigFishKeep.
BIG_FISH_KEEP_HIGHEST;case 2:case"BIG_FISH_KEEP_CHOICE":return BigFishKeep.BIG_FISH_KEEP_CHOICE;default:return BigFishKeep.
UNRECOGNIZED}}function bigFishKeepToNumber(object){switch(object){case BigFishKeep.BIG_FISH_KEEP_UNSPECIFIED:return 0;case BigFishKeep.
BIG_FISH_KEEP_HIGHEST:return 1;case BigFishKeep.BIG_FISH_KEEP_CHOICE:return 2;case BigFishKeep.UNRECOGNIZED:default:return-1}}
var BigFishDecision={BIG_FISH_DECISION_UNSPECIFIED:"BIG_FISH_DECISION_UNSPECIFIED",BIG_FISH_DECISION_LAY:"BIG_FISH_DECIS\
ION_LAY",BIG_FISH_DECISION_KEEP:"BIG_FISH_DECISION_KEEP",BIG_FISH_DECISION_LICENCE:"BIG_FISH_DECISION_LICENCE",UNRECOGNIZED:"\
UNRECOGNIZED"};function bigFishDecisionFromJSON(object){switch(object){case 0:case"BIG_FISH_DECISION_UNSPECIFIED":return BigFishDecision.
BIG_FISH_DECISION_UNSPECIFIED;case 1:case"BIG_FISH_DECISION_LAY":return BigFishDecision.BIG_FISH_DECISION_LAY;case 2:case"\
BIG_FISH_DECISION_KEEP":return BigFishDecision.BIG_FISH_DECISION_KEEP;case 3:case"BIG_FISH_DECISION_LICENCE":return BigFishDecision.
BIG_FISH_DECISION_LICENCE;default:return BigFishDecision.UNRECOGNIZED}}function bigFishDecisionToNumber(object){switch(object){case BigFishDecision.
BIG_FISH_DECISION_UNSPECIFIED:return 0;case BigFishDecision.BIG_FISH_DECISION_LAY:return 1;case BigFishDecision.BIG_FISH_DECISION_KEEP:
return 2;case BigFishDecision.BIG_FISH_DECISION_LICENCE:return 3;case BigFishDecision.UNRECOGNIZED:default:return-1}}var BigFishLicence={
BIG_FISH_LICENCE_UNSPECIFIED:"BIG_FISH_LICENCE_UNSPECIFIED",BIG_FISH_LICENCE_A:"BIG_FISH_LICENCE_A",BIG_FISH_LICENCE_B:"\
BIG_FISH_LICENCE_B",BIG_FISH_LICENCE_C:"BIG_FISH_LICENCE_C",BIG_FISH_LICENCE_D:"BIG_FISH_LICENCE_D",BIG_FISH_LICENCE_E:"\
BIG_FISH_LICENCE_E",BIG_FISH_LICENCE_F:"BIG_FISH_LICENCE_F",BIG_FISH_LICENCE_G:"BIG_FISH_LICENCE_G",BIG_FISH_LICENCE_H:"\
BIG_FISH_LICENCE_H",BIG_FISH_LICENCE_I:"BIG_FISH_LICENCE_I",UNRECOGNIZED:"UNRECOGNIZED"};function bigFishLicenceFromJSON(object){
switch(object){case 0:case"BIG_FISH_LICENCE_UNSPECIFIED":return BigFishLicence.BIG_FISH_LICENCE_UNSPECIFIED;case 1:case"\
BIG_FISH_LICENCE_A":return BigFishLicence.BIG_FISH_LICENCE_A;case 2:case"BIG_FISH_LICENCE_B":return BigFishLicence.BIG_FISH_LICENCE_B;case 3:case"\
BIG_FISH_LICENCE_C":return BigFishLicence.BIG_FISH_LICENCE_C;case 4:case"BIG_FISH_LICENCE_D":return BigFishLicence.BIG_FISH_LICENCE_D;case 5:case"\
BIG_FISH_LICENCE_E":return BigFishLicence.BIG_FISH_LICENCE_E;case 6:case"BIG_FISH_LICENCE_F":return BigFishLicence.BIG_FISH_LICENCE_F;case 7:case"\
BIG_FISH_LICENCE_G":return BigFishLicence.BIG_FISH_LICENCE_G;case 8:case"BIG_FISH_LICENCE_H":return BigFishLicence.BIG_FISH_LICENCE_H;case 9:case"\
BIG_FISH_LICENCE_I":return BigFishLicence.BIG_FISH_LICENCE_I;default:return BigFishLicence.UNRECOGNIZED}}function bigFishLicenceToNumber(object){
switch(object){case BigFishLicence.BIG_FISH_LICENCE_UNSPECIFIED:return 0;case BigFishLicence.BIG_FISH_LICENCE_A:return 1;case BigFishLicence.
BIG_FISH_LICENCE_B:return 2;case BigFishLicence.BIG_FISH_LICENCE_C:return 3;case BigFishLicence.BIG_FISH_LICENCE_D:return 4;case BigFishLicence.
BIG_FISH_LICENCE_E:return 5;case BigFishLicence.BIG_FISH_LICENCE_F:return 6;case BigFishLicence.BIG_FISH_LICENCE_G:return 7;case BigFishLicence.
BIG_FISH_LICENCE_H:return 8;case BigFishLicence.BIG_FISH_LICENCE_I:return 9;case BigFishLicence.UNRECOGNIZED:default:return-1}}
function createBaseBigFishView(){return{seats:0,seat:0,licences:!1,copies:[],keep:BigFishKeep.BIG_FISH_KEEP_UNSPECIFIED,
aCountsAsOne:!1,decision:BigFishDecision.BIG_FISH_DECISION_UNSPECIFIED,refused:!1,hand:[],handSizes:[],stackSizes:[],rows:[],
reserve:0,available:[],plus:[],minus:[],display:[],owned:[],lays:[]}}var BigFishView={encode(message,writer=new BinaryWriter){
if(message.seats!==0&&writer.uint32(8).uint32(message.seats),message.seat!==0&&writer.uint32(16).uint32(message.seat),message.
licences!==!1&&writer.uint32(24).bool(message.licences),message.copies.length!==0){writer.uint32(34).fork();for(let v of message.
copies)writer.uint32(v);writer.join()}if(message.keep!==BigFishKeep.BIG_FISH_KEEP_UNSPECIFIED&&writer.uint32(40).int32(bigFishKeepToNumber(
message.keep)),message.aCountsAsOne!==!1&&writer.uint32(48).bool(message.aCountsAsOne),message.decision!==BigFishDecision.
BIG_FISH_DECISION_UNSPECIFIED&&writer.uint32(56).int32(bigFishDecisionToNumber(message.decision)),message.refused!==!1&&
writer.uint32(64).bool(message.refused),message.hand.length!==0){writer.uint32(74).fork();for(let v of message.hand)writer.
uint32(v);writer.join()}if(message.handSizes.length!==0){writer.uint32(82).fork();for(let v of message.handSizes)writer.
uint32(v);writer.join()}if(message.stackSizes.length!==0){writer.uint32(90).fork();for(let v of message.stackSizes)writer.
uint32(v);writer.join()}for(let v of message.rows)BigFishCards.encode(v,writer.uint32(98).fork()).join();if(message.reserve!==
0&&writer.uint32(104).uint32(message.reserve),message.completed!==void 0&&writer.uint32(112).uint32(message.completed),message.
available.length!==0){writer.uint32(122).fork();for(let v of message.available)writer.int32(bigFishLicenceToNumber(v));writer.
join()}for(let v of message.plus)BigFishCards.encode(v,writer.uint32(130).fork()).join();for(let v of message.minus)BigFishCards.
encode(v,writer.uint32(138).fork()).join();if(message.fiasco!==void 0&&writer.uint32(144).uint32(message.fiasco),message.
display.length!==0){writer.uint32(154).fork();for(let v of message.display)writer.int32(bigFishLicenceToNumber(v));writer.
join()}for(let v of message.owned)BigFishLicences.encode(v,writer.uint32(162).fork()).join();for(let v of message.lays)BigFishLay.
encode(v,writer.uint32(170).fork()).join();return writer},decode(input,length){let reader=input instanceof BinaryReader?
input:new BinaryReader(input),previousRecursionDepth=reader.__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.
Error("protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===
void 0?reader.len:reader.pos+length,message=createBaseBigFishView();for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>
3){case 1:{if(tag!==8)break;message.seats=reader.uint32();continue}case 2:{if(tag!==16)break;message.seat=reader.uint32();
continue}case 3:{if(tag!==24)break;message.licences=reader.bool();continue}case 4:{if(tag===32){message.copies.push(reader.
uint32());continue}if(tag===34){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)message.copies.push(reader.uint32());
continue}break}case 5:{if(tag!==40)break;message.keep=bigFishKeepFromJSON(reader.int32());continue}case 6:{if(tag!==48)break;
message.aCountsAsOne=reader.bool();continue}case 7:{if(tag!==56)break;message.decision=bigFishDecisionFromJSON(reader.int32());
continue}case 8:{if(tag!==64)break;message.refused=reader.bool();continue}case 9:{if(tag===72){message.hand.push(reader.
uint32());continue}if(tag===74){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)message.hand.push(reader.uint32());
continue}break}case 10:{if(tag===80){message.handSizes.push(reader.uint32());continue}if(tag===82){let end22=reader.uint32()+
reader.pos;for(;reader.pos<end22;)message.handSizes.push(reader.uint32());continue}break}case 11:{if(tag===88){message.stackSizes.
push(reader.uint32());continue}if(tag===90){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)message.stackSizes.
push(reader.uint32());continue}break}case 12:{if(tag!==98)break;message.rows.push(BigFishCards.decode(reader,reader.uint32()));
continue}case 13:{if(tag!==104)break;message.reserve=reader.uint32();continue}case 14:{if(tag!==112)break;message.completed=
reader.uint32();continue}case 15:{if(tag===120){message.available.push(bigFishLicenceFromJSON(reader.int32()));continue}
if(tag===122){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)message.available.push(bigFishLicenceFromJSON(
reader.int32()));continue}break}case 16:{if(tag!==130)break;message.plus.push(BigFishCards.decode(reader,reader.uint32()));
continue}case 17:{if(tag!==138)break;message.minus.push(BigFishCards.decode(reader,reader.uint32()));continue}case 18:{if(tag!==
144)break;message.fiasco=reader.uint32();continue}case 19:{if(tag===152){message.display.push(bigFishLicenceFromJSON(reader.
int32()));continue}if(tag===154){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)message.display.push(bigFishLicenceFromJSON(
reader.int32()));continue}break}case 20:{if(tag!==162)break;message.owned.push(BigFishLicences.decode(reader,reader.uint32()));
continue}case 21:{if(tag!==170)break;message.lays.push(BigFishLay.decode(reader,reader.uint32()));continue}}if((tag&7)===
4||tag===0)break;reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){
return{seats:isSet(object.seats)?globalThis.Number(object.seats):0,seat:isSet(object.seat)?globalThis.Number(object.seat):
0,licences:isSet(object.licences)?globalThis.Boolean(object.licences):!1,copies:globalThis.Array.isArray(object?.copies)?
object.copies.map(e=>globalThis.Number(e)):[],keep:isSet(object.keep)?bigFishKeepFromJSON(object.keep):BigFishKeep.BIG_FISH_KEEP_UNSPECIFIED,
aCountsAsOne:isSet(object.aCountsAsOne)?globalThis.Boolean(object.aCountsAsOne):isSet(object.a_counts_as_one)?globalThis.
Boolean(object.a_counts_as_one):!1,decision:isSet(object.decision)?bigFishDecisionFromJSON(object.decision):BigFishDecision.
BIG_FISH_DECISION_UNSPECIFIED,refused:isSet(object.refused)?globalThis.Boolean(object.refused):!1,hand:globalThis.Array.
isArray(object?.hand)?object.hand.map(e=>globalThis.Number(e)):[],handSizes:globalThis.Array.isArray(object?.handSizes)?
object.handSizes.map(e=>globalThis.Number(e)):globalThis.Array.isArray(object?.hand_sizes)?object.hand_sizes.map(e=>globalThis.
Number(e)):[],stackSizes:globalThis.Array.isArray(object?.stackSizes)?object.stackSizes.map(e=>globalThis.Number(e)):globalThis.
Array.isArray(object?.stack_sizes)?object.stack_sizes.map(e=>globalThis.Number(e)):[],rows:globalThis.Array.isArray(object?.
rows)?object.rows.map(e=>BigFishCards.fromJSON(e)):[],reserve:isSet(object.reserve)?globalThis.Number(object.reserve):0,
completed:isSet(object.completed)?globalThis.Number(object.completed):void 0,available:globalThis.Array.isArray(object?.
available)?object.available.map(e=>bigFishLicenceFromJSON(e)):[],plus:globalThis.Array.isArray(object?.plus)?object.plus.
map(e=>BigFishCards.fromJSON(e)):[],minus:globalThis.Array.isArray(object?.minus)?object.minus.map(e=>BigFishCards.fromJSON(
e)):[],fiasco:isSet(object.fiasco)?globalThis.Number(object.fiasco):void 0,display:globalThis.Array.isArray(object?.display)?
object.display.map(e=>bigFishLicenceFromJSON(e)):[],owned:globalThis.Array.isArray(object?.owned)?object.owned.map(e=>BigFishLicences.
fromJSON(e)):[],lays:globalThis.Array.isArray(object?.lays)?object.lays.map(e=>BigFishLay.fromJSON(e)):[]}},create(base){
return BigFishView.fromPartial(base??{})},fromPartial(object){let message=createBaseBigFishView();return message.seats=object.
seats??0,message.seat=object.seat??0,message.licences=object.licences??!1,message.copies=object.copies?.map(e=>e)||[],message.
keep=object.keep??BigFishKeep.BIG_FISH_KEEP_UNSPECIFIED,message.aCountsAsOne=object.aCountsAsOne??!1,message.decision=object.
decision??BigFishDecision.BIG_FISH_DECISION_UNSPECIFIED,message.refused=object.refused??!1,message.hand=object.hand?.map(
e=>e)||[],message.handSizes=object.handSizes?.map(e=>e)||[],message.stackSizes=object.stackSizes?.map(e=>e)||[],message.
rows=object.rows?.map(e=>BigFishCards.fromPartial(e))||[],message.reserve=object.reserve??0,message.completed=object.completed??
void 0,message.available=object.available?.map(e=>e)||[],message.plus=object.plus?.map(e=>BigFishCards.fromPartial(e))||
[],message.minus=object.minus?.map(e=>BigFishCards.fromPartial(e))||[],message.fiasco=object.fiasco??void 0,message.display=
object.display?.map(e=>e)||[],message.owned=object.owned?.map(e=>BigFishLicences.fromPartial(e))||[],message.lays=object.
lays?.map(e=>BigFishLay.fromPartial(e))||[],message}};function createBaseBigFishCards(){return{cards:[]}}var BigFishCards={
encode(message,writer=new BinaryWriter){if(message.cards.length!==0){writer.uint32(10).fork();for(let v of message.cards)
writer.uint32(v);writer.join()}return writer},decode(input,length){let reader=input instanceof BinaryReader?input:new BinaryReader(
input),previousRecursionDepth=reader.__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.Error("\
protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===void 0?
reader.len:reader.pos+length,message=createBaseBigFishCards();for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>
3){case 1:{if(tag===8){message.cards.push(reader.uint32());continue}if(tag===10){let end22=reader.uint32()+reader.pos;for(;reader.
pos<end22;)message.cards.push(reader.uint32());continue}break}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{
reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){return{cards:globalThis.Array.isArray(object?.cards)?
object.cards.map(e=>globalThis.Number(e)):[]}},create(base){return BigFishCards.fromPartial(base??{})},fromPartial(object){
let message=createBaseBigFishCards();return message.cards=object.cards?.map(e=>e)||[],message}};function createBaseBigFishLicences(){
return{licences:[]}}var BigFishLicences={encode(message,writer=new BinaryWriter){if(message.licences.length!==0){writer.
uint32(10).fork();for(let v of message.licences)writer.int32(bigFishLicenceToNumber(v));writer.join()}return writer},decode(input,length){
let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.__tsProtoDecodeDepth??
0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=
previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseBigFishLicences();for(;reader.
pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag===8){message.licences.push(bigFishLicenceFromJSON(reader.
int32()));continue}if(tag===10){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)message.licences.push(bigFishLicenceFromJSON(
reader.int32()));continue}break}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=
previousRecursionDepth}},fromJSON(object){return{licences:globalThis.Array.isArray(object?.licences)?object.licences.map(
e=>bigFishLicenceFromJSON(e)):[]}},create(base){return BigFishLicences.fromPartial(base??{})},fromPartial(object){let message=createBaseBigFishLicences();
return message.licences=object.licences?.map(e=>e)||[],message}};function createBaseBigFishLay(){return{seat:0,row:0,cards:[]}}
var BigFishLay={encode(message,writer=new BinaryWriter){if(message.seat!==0&&writer.uint32(8).uint32(message.seat),message.
row!==0&&writer.uint32(16).uint32(message.row),message.cards.length!==0){writer.uint32(26).fork();for(let v of message.cards)
writer.uint32(v);writer.join()}return writer},decode(input,length){let reader=input instanceof BinaryReader?input:new BinaryReader(
input),previousRecursionDepth=reader.__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.Error("\
protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===void 0?
reader.len:reader.pos+length,message=createBaseBigFishLay();for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>
3){case 1:{if(tag!==8)break;message.seat=reader.uint32();continue}case 2:{if(tag!==16)break;message.row=reader.uint32();
continue}case 3:{if(tag===24){message.cards.push(reader.uint32());continue}if(tag===26){let end22=reader.uint32()+reader.
pos;for(;reader.pos<end22;)message.cards.push(reader.uint32());continue}break}}if((tag&7)===4||tag===0)break;reader.skip(
tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){return{seat:isSet(object.
seat)?globalThis.Number(object.seat):0,row:isSet(object.row)?globalThis.Number(object.row):0,cards:globalThis.Array.isArray(
object?.cards)?object.cards.map(e=>globalThis.Number(e)):[]}},create(base){return BigFishLay.fromPartial(base??{})},fromPartial(object){
let message=createBaseBigFishLay();return message.seat=object.seat??0,message.row=object.row??0,message.cards=object.cards?.
map(e=>e)||[],message}};function createBaseBigFishMove(){return{row:0,cards:[],licence:BigFishLicence.BIG_FISH_LICENCE_UNSPECIFIED}}
var BigFishMove={encode(message,writer=new BinaryWriter){if(message.row!==0&&writer.uint32(8).uint32(message.row),message.
cards.length!==0){writer.uint32(18).fork();for(let v of message.cards)writer.uint32(v);writer.join()}return message.licence!==
BigFishLicence.BIG_FISH_LICENCE_UNSPECIFIED&&writer.uint32(24).int32(bigFishLicenceToNumber(message.licence)),writer},decode(input,length){
let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.__tsProtoDecodeDepth??
0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=
previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseBigFishMove();for(;reader.
pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag!==8)break;message.row=reader.uint32();continue}case 2:{
if(tag===16){message.cards.push(reader.uint32());continue}if(tag===18){let end22=reader.uint32()+reader.pos;for(;reader.
pos<end22;)message.cards.push(reader.uint32());continue}break}case 3:{if(tag!==24)break;message.licence=bigFishLicenceFromJSON(
reader.int32());continue}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=
previousRecursionDepth}},fromJSON(object){return{row:isSet(object.row)?globalThis.Number(object.row):0,cards:globalThis.
Array.isArray(object?.cards)?object.cards.map(e=>globalThis.Number(e)):[],licence:isSet(object.licence)?bigFishLicenceFromJSON(
object.licence):BigFishLicence.BIG_FISH_LICENCE_UNSPECIFIED}},create(base){return BigFishMove.fromPartial(base??{})},fromPartial(object){
let message=createBaseBigFishMove();return message.row=object.row??0,message.cards=object.cards?.map(e=>e)||[],message.licence=
object.licence??BigFishLicence.BIG_FISH_LICENCE_UNSPECIFIED,message}};function isSet(value){return value!=null}var GoatNGoatAction={GOAT_N_GOAT_ACTION_UNSPECIFIED:"GOAT_N_GOAT_ACTION_UNSPECIFIED",GOAT_N_GOAT_ACTION_LAY:"GOAT_N_GOAT\
_ACTION_LAY",GOAT_N_GOAT_ACTION_TAKE:"GOAT_N_GOAT_ACTION_TAKE",GOAT_N_GOAT_ACTION_DISCARD:"GOAT_N_GOAT_ACTION_DISCARD",GOAT_N_GOAT_ACTION_CLAIM:"\
GOAT_N_GOAT_ACTION_CLAIM",GOAT_N_GOAT_ACTION_PASS:"GOAT_N_GOAT_ACTION_PASS",UNRECOGNIZED:"UNRECOGNIZED"};function goatNGoatActionFromJSON(object){
switch(object){case 0:case"GOAT_N_GOAT_ACTION_UNSPECIFIED":return GoatNGoatAction.GOAT_N_GOAT_ACTION_UNSPECIFIED;case 1:case"\
GOAT_N_GOAT_ACTION_LAY":return GoatNGoatAction.GOAT_N_GOAT_ACTION_LAY;case 2:case"GOAT_N_GOAT_ACTION_TAKE":return GoatNGoatAction.
GOAT_N_GOAT_ACTION_TAKE;case 3:case"GOAT_N_GOAT_ACTION_DISCARD":return GoatNGoatAction.GOAT_N_GOAT_ACTION_DISCARD;case 4:case"\
GOAT_N_GOAT_ACTION_CLAIM":return GoatNGoatAction.GOAT_N_GOAT_ACTION_CLAIM;case 5:case"GOAT_N_GOAT_ACTION_PASS":return GoatNGoatAction.
GOAT_N_GOAT_ACTION_PASS;default:return GoatNGoatAction.UNRECOGNIZED}}function goatNGoatActionToNumber(object){switch(object){case GoatNGoatAction.
GOAT_N_GOAT_ACTION_UNSPECIFIED:return 0;case GoatNGoatAction.GOAT_N_GOAT_ACTION_LAY:return 1;case GoatNGoatAction.GOAT_N_GOAT_ACTION_TAKE:
return 2;case GoatNGoatAction.GOAT_N_GOAT_ACTION_DISCARD:return 3;case GoatNGoatAction.GOAT_N_GOAT_ACTION_CLAIM:return 4;case GoatNGoatAction.
GOAT_N_GOAT_ACTION_PASS:return 5;case GoatNGoatAction.UNRECOGNIZED:default:return-1}}var GoatNGoatDecision={GOAT_N_GOAT_DECISION_UNSPECIFIED:"\
GOAT_N_GOAT_DECISION_UNSPECIFIED",GOAT_N_GOAT_DECISION_LAY:"GOAT_N_GOAT_DECISION_LAY",GOAT_N_GOAT_DECISION_TAKE:"GOAT_N_\
GOAT_DECISION_TAKE",GOAT_N_GOAT_DECISION_DISCARD:"GOAT_N_GOAT_DECISION_DISCARD",GOAT_N_GOAT_DECISION_CLAIM:"GOAT_N_GOAT_\
DECISION_CLAIM",UNRECOGNIZED:"UNRECOGNIZED"};function goatNGoatDecisionFromJSON(object){switch(object){case 0:case"GOAT_\
N_GOAT_DECISION_UNSPECIFIED":return GoatNGoatDecision.GOAT_N_GOAT_DECISION_UNSPECIFIED;case 1:case"GOAT_N_GOAT_DECISION_\
LAY":return GoatNGoatDecision.GOAT_N_GOAT_DECISION_LAY;case 2:case"GOAT_N_GOAT_DECISION_TAKE":return GoatNGoatDecision.GOAT_N_GOAT_DECISION_TAKE;case 3:case"\
GOAT_N_GOAT_DECISION_DISCARD":return GoatNGoatDecision.GOAT_N_GOAT_DECISION_DISCARD;case 4:case"GOAT_N_GOAT_DECISION_CLA\
IM":return GoatNGoatDecision.GOAT_N_GOAT_DECISION_CLAIM;default:return GoatNGoatDecision.UNRECOGNIZED}}function goatNGoatDecisionToNumber(object){
switch(object){case GoatNGoatDecision.GOAT_N_GOAT_DECISION_UNSPECIFIED:return 0;case GoatNGoatDecision.GOAT_N_GOAT_DECISION_LAY:
return 1;case GoatNGoatDecision.GOAT_N_GOAT_DECISION_TAKE:return 2;case GoatNGoatDecision.GOAT_N_GOAT_DECISION_DISCARD:return 3;case GoatNGoatDecision.
GOAT_N_GOAT_DECISION_CLAIM:return 4;case GoatNGoatDecision.UNRECOGNIZED:default:return-1}}var GoatNGoatExhaustion={GOAT_N_GOAT_EXHAUSTION_UNSPECIFIED:"\
GOAT_N_GOAT_EXHAUSTION_UNSPECIFIED",GOAT_N_GOAT_EXHAUSTION_EMPTY:"GOAT_N_GOAT_EXHAUSTION_EMPTY",GOAT_N_GOAT_EXHAUSTION_CANNOT_DRAW:"\
GOAT_N_GOAT_EXHAUSTION_CANNOT_DRAW",UNRECOGNIZED:"UNRECOGNIZED"};function goatNGoatExhaustionFromJSON(object){switch(object){case 0:case"\
GOAT_N_GOAT_EXHAUSTION_UNSPECIFIED":return GoatNGoatExhaustion.GOAT_N_GOAT_EXHAUSTION_UNSPECIFIED;case 1:case"GOAT_N_GOA\
T_EXHAUSTION_EMPTY":return GoatNGoatExhaustion.GOAT_N_GOAT_EXHAUSTION_EMPTY;case 2:case"GOAT_N_GOAT_EXHAUSTION_CANNOT_DR\
AW":return GoatNGoatExhaustion.GOAT_N_GOAT_EXHAUSTION_CANNOT_DRAW;default:return GoatNGoatExhaustion.UNRECOGNIZED}}function goatNGoatExhaustionToNumber(object){
switch(object){case GoatNGoatExhaustion.GOAT_N_GOAT_EXHAUSTION_UNSPECIFIED:return 0;case GoatNGoatExhaustion.GOAT_N_GOAT_EXHAUSTION_EMPTY:
return 1;case GoatNGoatExhaustion.GOAT_N_GOAT_EXHAUSTION_CANNOT_DRAW:return 2;case GoatNGoatExhaustion.UNRECOGNIZED:default:
return-1}}function createBaseGoatNGoatView(){return{seats:0,seat:0,exhaustion:GoatNGoatExhaustion.GOAT_N_GOAT_EXHAUSTION_UNSPECIFIED,
decision:GoatNGoatDecision.GOAT_N_GOAT_DECISION_UNSPECIFIED,count:0,hand:[],handSizes:[],known:[],open:[],herds:[],penalties:[],
claimed:[],mountains:[],discards:[],cardsInDeck:0,deck:[],exhaustions:0,opened:[]}}var GoatNGoatView={encode(message,writer=new BinaryWriter){
if(message.seats!==0&&writer.uint32(8).uint32(message.seats),message.seat!==0&&writer.uint32(16).uint32(message.seat),message.
exhaustion!==GoatNGoatExhaustion.GOAT_N_GOAT_EXHAUSTION_UNSPECIFIED&&writer.uint32(24).int32(goatNGoatExhaustionToNumber(
message.exhaustion)),message.decision!==GoatNGoatDecision.GOAT_N_GOAT_DECISION_UNSPECIFIED&&writer.uint32(32).int32(goatNGoatDecisionToNumber(
message.decision)),message.count!==0&&writer.uint32(40).uint32(message.count),message.hand.length!==0){writer.uint32(50).
fork();for(let v of message.hand)writer.uint32(v);writer.join()}if(message.handSizes.length!==0){writer.uint32(58).fork();
for(let v of message.handSizes)writer.uint32(v);writer.join()}for(let v of message.known)GoatNGoatCards.encode(v,writer.
uint32(66).fork()).join();if(message.open.length!==0){writer.uint32(74).fork();for(let v of message.open)writer.uint32(v);
writer.join()}for(let v of message.herds)GoatNGoatHerds.encode(v,writer.uint32(82).fork()).join();for(let v of message.penalties)
GoatNGoatCards.encode(v,writer.uint32(90).fork()).join();for(let v of message.claimed)GoatNGoatCards.encode(v,writer.uint32(
98).fork()).join();if(message.mountains.length!==0){writer.uint32(106).fork();for(let v of message.mountains)writer.uint32(
v);writer.join()}if(message.discards.length!==0){writer.uint32(114).fork();for(let v of message.discards)writer.uint32(v);
writer.join()}if(message.cardsInDeck!==0&&writer.uint32(120).uint32(message.cardsInDeck),message.deck.length!==0){writer.
uint32(130).fork();for(let v of message.deck)writer.uint32(v);writer.join()}if(message.exhaustions!==0&&writer.uint32(136).
uint32(message.exhaustions),message.lastTurns!==void 0&&writer.uint32(144).uint32(message.lastTurns),message.opened.length!==
0){writer.uint32(154).fork();for(let v of message.opened)writer.uint32(v);writer.join()}return writer},decode(input,length){
let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.__tsProtoDecodeDepth??
0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=
previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseGoatNGoatView();for(;reader.
pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag!==8)break;message.seats=reader.uint32();continue}case 2:{
if(tag!==16)break;message.seat=reader.uint32();continue}case 3:{if(tag!==24)break;message.exhaustion=goatNGoatExhaustionFromJSON(
reader.int32());continue}case 4:{if(tag!==32)break;message.decision=goatNGoatDecisionFromJSON(reader.int32());continue}case 5:{
if(tag!==40)break;message.count=reader.uint32();continue}case 6:{if(tag===48){message.hand.push(reader.uint32());continue}
if(tag===50){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)message.hand.push(reader.uint32());continue}break}case 7:{
if(tag===56){message.handSizes.push(reader.uint32());continue}if(tag===58){let end22=reader.uint32()+reader.pos;for(;reader.
pos<end22;)message.handSizes.push(reader.uint32());continue}break}case 8:{if(tag!==66)break;message.known.push(GoatNGoatCards.
decode(reader,reader.uint32()));continue}case 9:{if(tag===72){message.open.push(reader.uint32());continue}if(tag===74){let end22=reader.
uint32()+reader.pos;for(;reader.pos<end22;)message.open.push(reader.uint32());continue}break}case 10:{if(tag!==82)break;
message.herds.push(GoatNGoatHerds.decode(reader,reader.uint32()));continue}case 11:{if(tag!==90)break;message.penalties.
push(GoatNGoatCards.decode(reader,reader.uint32()));continue}case 12:{if(tag!==98)break;message.claimed.push(GoatNGoatCards.
decode(reader,reader.uint32()));continue}case 13:{if(tag===104){message.mountains.push(reader.uint32());continue}if(tag===
106){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)message.mountains.push(reader.uint32());continue}break}case 14:{
if(tag===112){message.discards.push(reader.uint32());continue}if(tag===114){let end22=reader.uint32()+reader.pos;for(;reader.
pos<end22;)message.discards.push(reader.uint32());continue}break}case 15:{if(tag!==120)break;message.cardsInDeck=reader.
uint32();continue}case 16:{if(tag===128){message.deck.push(reader.uint32());continue}if(tag===130){let end22=reader.uint32()+
reader.pos;for(;reader.pos<end22;)message.deck.push(reader.uint32());continue}break}case 17:{if(tag!==136)break;message.
exhaustions=reader.uint32();continue}case 18:{if(tag!==144)break;message.lastTurns=reader.uint32();continue}case 19:{if(tag===
152){message.opened.push(reader.uint32());continue}if(tag===154){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)
message.opened.push(reader.uint32());continue}break}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{
reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){return{seats:isSet2(object.seats)?globalThis.Number(
object.seats):0,seat:isSet2(object.seat)?globalThis.Number(object.seat):0,exhaustion:isSet2(object.exhaustion)?goatNGoatExhaustionFromJSON(
object.exhaustion):GoatNGoatExhaustion.GOAT_N_GOAT_EXHAUSTION_UNSPECIFIED,decision:isSet2(object.decision)?goatNGoatDecisionFromJSON(
object.decision):GoatNGoatDecision.GOAT_N_GOAT_DECISION_UNSPECIFIED,count:isSet2(object.count)?globalThis.Number(object.
count):0,hand:globalThis.Array.isArray(object?.hand)?object.hand.map(e=>globalThis.Number(e)):[],handSizes:globalThis.Array.
isArray(object?.handSizes)?object.handSizes.map(e=>globalThis.Number(e)):globalThis.Array.isArray(object?.hand_sizes)?object.
hand_sizes.map(e=>globalThis.Number(e)):[],known:globalThis.Array.isArray(object?.known)?object.known.map(e=>GoatNGoatCards.
fromJSON(e)):[],open:globalThis.Array.isArray(object?.open)?object.open.map(e=>globalThis.Number(e)):[],herds:globalThis.
Array.isArray(object?.herds)?object.herds.map(e=>GoatNGoatHerds.fromJSON(e)):[],penalties:globalThis.Array.isArray(object?.
penalties)?object.penalties.map(e=>GoatNGoatCards.fromJSON(e)):[],claimed:globalThis.Array.isArray(object?.claimed)?object.
claimed.map(e=>GoatNGoatCards.fromJSON(e)):[],mountains:globalThis.Array.isArray(object?.mountains)?object.mountains.map(
e=>globalThis.Number(e)):[],discards:globalThis.Array.isArray(object?.discards)?object.discards.map(e=>globalThis.Number(
e)):[],cardsInDeck:isSet2(object.cardsInDeck)?globalThis.Number(object.cardsInDeck):isSet2(object.cards_in_deck)?globalThis.
Number(object.cards_in_deck):0,deck:globalThis.Array.isArray(object?.deck)?object.deck.map(e=>globalThis.Number(e)):[],exhaustions:isSet2(
object.exhaustions)?globalThis.Number(object.exhaustions):0,lastTurns:isSet2(object.lastTurns)?globalThis.Number(object.
lastTurns):isSet2(object.last_turns)?globalThis.Number(object.last_turns):void 0,opened:globalThis.Array.isArray(object?.
opened)?object.opened.map(e=>globalThis.Number(e)):[]}},create(base){return GoatNGoatView.fromPartial(base??{})},fromPartial(object){
let message=createBaseGoatNGoatView();return message.seats=object.seats??0,message.seat=object.seat??0,message.exhaustion=
object.exhaustion??GoatNGoatExhaustion.GOAT_N_GOAT_EXHAUSTION_UNSPECIFIED,message.decision=object.decision??GoatNGoatDecision.
GOAT_N_GOAT_DECISION_UNSPECIFIED,message.count=object.count??0,message.hand=object.hand?.map(e=>e)||[],message.handSizes=
object.handSizes?.map(e=>e)||[],message.known=object.known?.map(e=>GoatNGoatCards.fromPartial(e))||[],message.open=object.
open?.map(e=>e)||[],message.herds=object.herds?.map(e=>GoatNGoatHerds.fromPartial(e))||[],message.penalties=object.penalties?.
map(e=>GoatNGoatCards.fromPartial(e))||[],message.claimed=object.claimed?.map(e=>GoatNGoatCards.fromPartial(e))||[],message.
mountains=object.mountains?.map(e=>e)||[],message.discards=object.discards?.map(e=>e)||[],message.cardsInDeck=object.cardsInDeck??
0,message.deck=object.deck?.map(e=>e)||[],message.exhaustions=object.exhaustions??0,message.lastTurns=object.lastTurns??
void 0,message.opened=object.opened?.map(e=>e)||[],message}};function createBaseGoatNGoatCards(){return{cards:[]}}var GoatNGoatCards={
encode(message,writer=new BinaryWriter){if(message.cards.length!==0){writer.uint32(10).fork();for(let v of message.cards)
writer.uint32(v);writer.join()}return writer},decode(input,length){let reader=input instanceof BinaryReader?input:new BinaryReader(
input),previousRecursionDepth=reader.__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.Error("\
protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===void 0?
reader.len:reader.pos+length,message=createBaseGoatNGoatCards();for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>
3){case 1:{if(tag===8){message.cards.push(reader.uint32());continue}if(tag===10){let end22=reader.uint32()+reader.pos;for(;reader.
pos<end22;)message.cards.push(reader.uint32());continue}break}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{
reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){return{cards:globalThis.Array.isArray(object?.cards)?
object.cards.map(e=>globalThis.Number(e)):[]}},create(base){return GoatNGoatCards.fromPartial(base??{})},fromPartial(object){
let message=createBaseGoatNGoatCards();return message.cards=object.cards?.map(e=>e)||[],message}};function createBaseGoatNGoatHerds(){
return{red:[],green:[],blue:[]}}var GoatNGoatHerds={encode(message,writer=new BinaryWriter){if(message.red.length!==0){writer.
uint32(10).fork();for(let v of message.red)writer.uint32(v);writer.join()}if(message.green.length!==0){writer.uint32(18).
fork();for(let v of message.green)writer.uint32(v);writer.join()}if(message.blue.length!==0){writer.uint32(26).fork();for(let v of message.
blue)writer.uint32(v);writer.join()}return writer},decode(input,length){let reader=input instanceof BinaryReader?input:new BinaryReader(
input),previousRecursionDepth=reader.__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.Error("\
protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===void 0?
reader.len:reader.pos+length,message=createBaseGoatNGoatHerds();for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>
3){case 1:{if(tag===8){message.red.push(reader.uint32());continue}if(tag===10){let end22=reader.uint32()+reader.pos;for(;reader.
pos<end22;)message.red.push(reader.uint32());continue}break}case 2:{if(tag===16){message.green.push(reader.uint32());continue}
if(tag===18){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)message.green.push(reader.uint32());continue}break}case 3:{
if(tag===24){message.blue.push(reader.uint32());continue}if(tag===26){let end22=reader.uint32()+reader.pos;for(;reader.pos<
end22;)message.blue.push(reader.uint32());continue}break}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{
reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){return{red:globalThis.Array.isArray(object?.red)?object.
red.map(e=>globalThis.Number(e)):[],green:globalThis.Array.isArray(object?.green)?object.green.map(e=>globalThis.Number(
e)):[],blue:globalThis.Array.isArray(object?.blue)?object.blue.map(e=>globalThis.Number(e)):[]}},create(base){return GoatNGoatHerds.
fromPartial(base??{})},fromPartial(object){let message=createBaseGoatNGoatHerds();return message.red=object.red?.map(e=>e)||
[],message.green=object.green?.map(e=>e)||[],message.blue=object.blue?.map(e=>e)||[],message}};function createBaseGoatNGoatMove(){
return{action:GoatNGoatAction.GOAT_N_GOAT_ACTION_UNSPECIFIED,cards:[]}}var GoatNGoatMove={encode(message,writer=new BinaryWriter){
if(message.action!==GoatNGoatAction.GOAT_N_GOAT_ACTION_UNSPECIFIED&&writer.uint32(8).int32(goatNGoatActionToNumber(message.
action)),message.cards.length!==0){writer.uint32(18).fork();for(let v of message.cards)writer.uint32(v);writer.join()}return writer},
decode(input,length){let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.
__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit excee\
ded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseGoatNGoatMove();
for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag!==8)break;message.action=goatNGoatActionFromJSON(
reader.int32());continue}case 2:{if(tag===16){message.cards.push(reader.uint32());continue}if(tag===18){let end22=reader.
uint32()+reader.pos;for(;reader.pos<end22;)message.cards.push(reader.uint32());continue}break}}if((tag&7)===4||tag===0)break;
reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){return{action:isSet2(
object.action)?goatNGoatActionFromJSON(object.action):GoatNGoatAction.GOAT_N_GOAT_ACTION_UNSPECIFIED,cards:globalThis.Array.
isArray(object?.cards)?object.cards.map(e=>globalThis.Number(e)):[]}},create(base){return GoatNGoatMove.fromPartial(base??
{})},fromPartial(object){let message=createBaseGoatNGoatMove();return message.action=object.action??GoatNGoatAction.GOAT_N_GOAT_ACTION_UNSPECIFIED,
message.cards=object.cards?.map(e=>e)||[],message}};function isSet2(value){return value!=null}var SixNimmtVariant={SIX_NIMMT_VARIANT_UNSPECIFIED:"SIX_NIMMT_VARIANT_UNSPECIFIED",SIX_NIMMT_VARIANT_BASE:"SIX_NIMMT_VAR\
IANT_BASE",SIX_NIMMT_VARIANT_TACTICS:"SIX_NIMMT_VARIANT_TACTICS",SIX_NIMMT_VARIANT_LOGIC:"SIX_NIMMT_VARIANT_LOGIC",SIX_NIMMT_VARIANT_PROFESSIONAL:"\
SIX_NIMMT_VARIANT_PROFESSIONAL",UNRECOGNIZED:"UNRECOGNIZED"};function sixNimmtVariantFromJSON(object){switch(object){case 0:case"\
SIX_NIMMT_VARIANT_UNSPECIFIED":return SixNimmtVariant.SIX_NIMMT_VARIANT_UNSPECIFIED;case 1:case"SIX_NIMMT_VARIANT_BASE":
return SixNimmtVariant.SIX_NIMMT_VARIANT_BASE;case 2:case"SIX_NIMMT_VARIANT_TACTICS":return SixNimmtVariant.SIX_NIMMT_VARIANT_TACTICS;case 3:case"\
SIX_NIMMT_VARIANT_LOGIC":return SixNimmtVariant.SIX_NIMMT_VARIANT_LOGIC;case 4:case"SIX_NIMMT_VARIANT_PROFESSIONAL":return SixNimmtVariant.
SIX_NIMMT_VARIANT_PROFESSIONAL;default:return SixNimmtVariant.UNRECOGNIZED}}function sixNimmtVariantToNumber(object){switch(object){case SixNimmtVariant.
SIX_NIMMT_VARIANT_UNSPECIFIED:return 0;case SixNimmtVariant.SIX_NIMMT_VARIANT_BASE:return 1;case SixNimmtVariant.SIX_NIMMT_VARIANT_TACTICS:
return 2;case SixNimmtVariant.SIX_NIMMT_VARIANT_LOGIC:return 3;case SixNimmtVariant.SIX_NIMMT_VARIANT_PROFESSIONAL:return 4;case SixNimmtVariant.
UNRECOGNIZED:default:return-1}}var SixNimmtDecision={SIX_NIMMT_DECISION_UNSPECIFIED:"SIX_NIMMT_DECISION_UNSPECIFIED",SIX_NIMMT_DECISION_CARD:"\
SIX_NIMMT_DECISION_CARD",SIX_NIMMT_DECISION_ROW:"SIX_NIMMT_DECISION_ROW",SIX_NIMMT_DECISION_DRAFT:"SIX_NIMMT_DECISION_DR\
AFT",SIX_NIMMT_DECISION_SIDE:"SIX_NIMMT_DECISION_SIDE",UNRECOGNIZED:"UNRECOGNIZED"};function sixNimmtDecisionFromJSON(object){
switch(object){case 0:case"SIX_NIMMT_DECISION_UNSPECIFIED":return SixNimmtDecision.SIX_NIMMT_DECISION_UNSPECIFIED;case 1:case"\
SIX_NIMMT_DECISION_CARD":return SixNimmtDecision.SIX_NIMMT_DECISION_CARD;case 2:case"SIX_NIMMT_DECISION_ROW":return SixNimmtDecision.
SIX_NIMMT_DECISION_ROW;case 3:case"SIX_NIMMT_DECISION_DRAFT":return SixNimmtDecision.SIX_NIMMT_DECISION_DRAFT;case 4:case"\
SIX_NIMMT_DECISION_SIDE":return SixNimmtDecision.SIX_NIMMT_DECISION_SIDE;default:return SixNimmtDecision.UNRECOGNIZED}}function sixNimmtDecisionToNumber(object){
switch(object){case SixNimmtDecision.SIX_NIMMT_DECISION_UNSPECIFIED:return 0;case SixNimmtDecision.SIX_NIMMT_DECISION_CARD:
return 1;case SixNimmtDecision.SIX_NIMMT_DECISION_ROW:return 2;case SixNimmtDecision.SIX_NIMMT_DECISION_DRAFT:return 3;case SixNimmtDecision.
SIX_NIMMT_DECISION_SIDE:return 4;case SixNimmtDecision.UNRECOGNIZED:default:return-1}}function createBaseSixNimmtView(){
return{seats:0,seat:0,variant:SixNimmtVariant.SIX_NIMMT_VARIANT_UNSPECIFIED,round:0,decision:SixNimmtDecision.SIX_NIMMT_DECISION_UNSPECIFIED,
hand:[],rows:[],heads:[],piles:[],tricks:[],unplaced:[],pool:[],hands:[]}}var SixNimmtView={encode(message,writer=new BinaryWriter){
if(message.seats!==0&&writer.uint32(8).uint32(message.seats),message.seat!==0&&writer.uint32(16).uint32(message.seat),message.
variant!==SixNimmtVariant.SIX_NIMMT_VARIANT_UNSPECIFIED&&writer.uint32(24).int32(sixNimmtVariantToNumber(message.variant)),
message.limit!==void 0&&writer.uint32(32).uint32(message.limit),message.rounds!==void 0&&writer.uint32(40).uint32(message.
rounds),message.round!==0&&writer.uint32(48).uint32(message.round),message.decision!==SixNimmtDecision.SIX_NIMMT_DECISION_UNSPECIFIED&&
writer.uint32(56).int32(sixNimmtDecisionToNumber(message.decision)),message.hand.length!==0){writer.uint32(66).fork();for(let v of message.
hand)writer.uint32(v);writer.join()}for(let v of message.rows)SixNimmtCards.encode(v,writer.uint32(74).fork()).join();if(message.
heads.length!==0){writer.uint32(82).fork();for(let v of message.heads)writer.uint32(v);writer.join()}for(let v of message.
piles)SixNimmtCards.encode(v,writer.uint32(90).fork()).join();for(let v of message.tricks)SixNimmtCards.encode(v,writer.
uint32(98).fork()).join();if(message.unplaced.length!==0){writer.uint32(106).fork();for(let v of message.unplaced)writer.
uint32(v);writer.join()}if(message.pool.length!==0){writer.uint32(114).fork();for(let v of message.pool)writer.uint32(v);
writer.join()}for(let v of message.hands)SixNimmtCards.encode(v,writer.uint32(122).fork()).join();return writer},decode(input,length){
let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.__tsProtoDecodeDepth??
0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=
previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseSixNimmtView();for(;reader.
pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag!==8)break;message.seats=reader.uint32();continue}case 2:{
if(tag!==16)break;message.seat=reader.uint32();continue}case 3:{if(tag!==24)break;message.variant=sixNimmtVariantFromJSON(
reader.int32());continue}case 4:{if(tag!==32)break;message.limit=reader.uint32();continue}case 5:{if(tag!==40)break;message.
rounds=reader.uint32();continue}case 6:{if(tag!==48)break;message.round=reader.uint32();continue}case 7:{if(tag!==56)break;
message.decision=sixNimmtDecisionFromJSON(reader.int32());continue}case 8:{if(tag===64){message.hand.push(reader.uint32());
continue}if(tag===66){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)message.hand.push(reader.uint32());continue}
break}case 9:{if(tag!==74)break;message.rows.push(SixNimmtCards.decode(reader,reader.uint32()));continue}case 10:{if(tag===
80){message.heads.push(reader.uint32());continue}if(tag===82){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)
message.heads.push(reader.uint32());continue}break}case 11:{if(tag!==90)break;message.piles.push(SixNimmtCards.decode(reader,
reader.uint32()));continue}case 12:{if(tag!==98)break;message.tricks.push(SixNimmtCards.decode(reader,reader.uint32()));
continue}case 13:{if(tag===104){message.unplaced.push(reader.uint32());continue}if(tag===106){let end22=reader.uint32()+
reader.pos;for(;reader.pos<end22;)message.unplaced.push(reader.uint32());continue}break}case 14:{if(tag===112){message.pool.
push(reader.uint32());continue}if(tag===114){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)message.pool.push(
reader.uint32());continue}break}case 15:{if(tag!==122)break;message.hands.push(SixNimmtCards.decode(reader,reader.uint32()));
continue}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},
fromJSON(object){return{seats:isSet3(object.seats)?globalThis.Number(object.seats):0,seat:isSet3(object.seat)?globalThis.
Number(object.seat):0,variant:isSet3(object.variant)?sixNimmtVariantFromJSON(object.variant):SixNimmtVariant.SIX_NIMMT_VARIANT_UNSPECIFIED,
limit:isSet3(object.limit)?globalThis.Number(object.limit):void 0,rounds:isSet3(object.rounds)?globalThis.Number(object.
rounds):void 0,round:isSet3(object.round)?globalThis.Number(object.round):0,decision:isSet3(object.decision)?sixNimmtDecisionFromJSON(
object.decision):SixNimmtDecision.SIX_NIMMT_DECISION_UNSPECIFIED,hand:globalThis.Array.isArray(object?.hand)?object.hand.
map(e=>globalThis.Number(e)):[],rows:globalThis.Array.isArray(object?.rows)?object.rows.map(e=>SixNimmtCards.fromJSON(e)):
[],heads:globalThis.Array.isArray(object?.heads)?object.heads.map(e=>globalThis.Number(e)):[],piles:globalThis.Array.isArray(
object?.piles)?object.piles.map(e=>SixNimmtCards.fromJSON(e)):[],tricks:globalThis.Array.isArray(object?.tricks)?object.
tricks.map(e=>SixNimmtCards.fromJSON(e)):[],unplaced:globalThis.Array.isArray(object?.unplaced)?object.unplaced.map(e=>globalThis.
Number(e)):[],pool:globalThis.Array.isArray(object?.pool)?object.pool.map(e=>globalThis.Number(e)):[],hands:globalThis.Array.
isArray(object?.hands)?object.hands.map(e=>SixNimmtCards.fromJSON(e)):[]}},create(base){return SixNimmtView.fromPartial(
base??{})},fromPartial(object){let message=createBaseSixNimmtView();return message.seats=object.seats??0,message.seat=object.
seat??0,message.variant=object.variant??SixNimmtVariant.SIX_NIMMT_VARIANT_UNSPECIFIED,message.limit=object.limit??void 0,
message.rounds=object.rounds??void 0,message.round=object.round??0,message.decision=object.decision??SixNimmtDecision.SIX_NIMMT_DECISION_UNSPECIFIED,
message.hand=object.hand?.map(e=>e)||[],message.rows=object.rows?.map(e=>SixNimmtCards.fromPartial(e))||[],message.heads=
object.heads?.map(e=>e)||[],message.piles=object.piles?.map(e=>SixNimmtCards.fromPartial(e))||[],message.tricks=object.tricks?.
map(e=>SixNimmtCards.fromPartial(e))||[],message.unplaced=object.unplaced?.map(e=>e)||[],message.pool=object.pool?.map(e=>e)||
[],message.hands=object.hands?.map(e=>SixNimmtCards.fromPartial(e))||[],message}};function createBaseSixNimmtCards(){return{
cards:[]}}var SixNimmtCards={encode(message,writer=new BinaryWriter){if(message.cards.length!==0){writer.uint32(10).fork();
for(let v of message.cards)writer.uint32(v);writer.join()}return writer},decode(input,length){let reader=input instanceof
BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.__tsProtoDecodeDepth??0;if(previousRecursionDepth>=
100)throw new globalThis.Error("protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=previousRecursionDepth+
1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseSixNimmtCards();for(;reader.pos<end2;){let tag=reader.
uint32();switch(tag>>>3){case 1:{if(tag===8){message.cards.push(reader.uint32());continue}if(tag===10){let end22=reader.
uint32()+reader.pos;for(;reader.pos<end22;)message.cards.push(reader.uint32());continue}break}}if((tag&7)===4||tag===0)break;
reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){return{cards:globalThis.
Array.isArray(object?.cards)?object.cards.map(e=>globalThis.Number(e)):[]}},create(base){return SixNimmtCards.fromPartial(
base??{})},fromPartial(object){let message=createBaseSixNimmtCards();return message.cards=object.cards?.map(e=>e)||[],message}};
function createBaseSixNimmtMove(){return{}}var SixNimmtMove={encode(message,writer=new BinaryWriter){return message.card!==
void 0&&writer.uint32(8).uint32(message.card),message.row!==void 0&&writer.uint32(16).uint32(message.row),message.draft!==
void 0&&writer.uint32(24).uint32(message.draft),message.right!==void 0&&writer.uint32(32).uint32(message.right),message.
left!==void 0&&writer.uint32(40).uint32(message.left),writer},decode(input,length){let reader=input instanceof BinaryReader?
input:new BinaryReader(input),previousRecursionDepth=reader.__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.
Error("protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===
void 0?reader.len:reader.pos+length,message=createBaseSixNimmtMove();for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>
3){case 1:{if(tag!==8)break;message.card=reader.uint32();continue}case 2:{if(tag!==16)break;message.row=reader.uint32();
continue}case 3:{if(tag!==24)break;message.draft=reader.uint32();continue}case 4:{if(tag!==32)break;message.right=reader.
uint32();continue}case 5:{if(tag!==40)break;message.left=reader.uint32();continue}}if((tag&7)===4||tag===0)break;reader.
skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){return{card:isSet3(
object.card)?globalThis.Number(object.card):void 0,row:isSet3(object.row)?globalThis.Number(object.row):void 0,draft:isSet3(
object.draft)?globalThis.Number(object.draft):void 0,right:isSet3(object.right)?globalThis.Number(object.right):void 0,left:isSet3(
object.left)?globalThis.Number(object.left):void 0}},create(base){return SixNimmtMove.fromPartial(base??{})},fromPartial(object){
let message=createBaseSixNimmtMove();return message.card=object.card??void 0,message.row=object.row??void 0,message.draft=
object.draft??void 0,message.right=object.right??void 0,message.left=object.left??void 0,message}};function isSet3(value){
return value!=null}var Colour={COLOUR_UNSPECIFIED:"COLOUR_UNSPECIFIED",COLOUR_RED:"COLOUR_RED",COLOUR_YELLOW:"COLOUR_YELLOW",COLOUR_GREEN:"\
COLOUR_GREEN",COLOUR_BLUE:"COLOUR_BLUE",COLOUR_PURPLE:"COLOUR_PURPLE",UNRECOGNIZED:"UNRECOGNIZED"};function colourFromJSON(object){
switch(object){case 0:case"COLOUR_UNSPECIFIED":return Colour.COLOUR_UNSPECIFIED;case 1:case"COLOUR_RED":return Colour.COLOUR_RED;case 2:case"\
COLOUR_YELLOW":return Colour.COLOUR_YELLOW;case 3:case"COLOUR_GREEN":return Colour.COLOUR_GREEN;case 4:case"COLOUR_BLUE":
return Colour.COLOUR_BLUE;case 5:case"COLOUR_PURPLE":return Colour.COLOUR_PURPLE;default:return Colour.UNRECOGNIZED}}function colourToNumber(object){
switch(object){case Colour.COLOUR_UNSPECIFIED:return 0;case Colour.COLOUR_RED:return 1;case Colour.COLOUR_YELLOW:return 2;case Colour.
COLOUR_GREEN:return 3;case Colour.COLOUR_BLUE:return 4;case Colour.COLOUR_PURPLE:return 5;case Colour.UNRECOGNIZED:default:
return-1}}var TontonMission={TONTON_MISSION_UNSPECIFIED:"TONTON_MISSION_UNSPECIFIED",TONTON_MISSION_BELOW_9:"TONTON_MISSION_BELOW_\
9",TONTON_MISSION_BELOW_12:"TONTON_MISSION_BELOW_12",TONTON_MISSION_ABOVE_5:"TONTON_MISSION_ABOVE_5",TONTON_MISSION_SUM_10:"\
TONTON_MISSION_SUM_10",TONTON_MISSION_PLUS_MINUS_11:"TONTON_MISSION_PLUS_MINUS_11",UNRECOGNIZED:"UNRECOGNIZED"};function tontonMissionFromJSON(object){
switch(object){case 0:case"TONTON_MISSION_UNSPECIFIED":return TontonMission.TONTON_MISSION_UNSPECIFIED;case 1:case"TONTO\
N_MISSION_BELOW_9":return TontonMission.TONTON_MISSION_BELOW_9;case 2:case"TONTON_MISSION_BELOW_12":return TontonMission.
TONTON_MISSION_BELOW_12;case 3:case"TONTON_MISSION_ABOVE_5":return TontonMission.TONTON_MISSION_ABOVE_5;case 4:case"TONT\
ON_MISSION_SUM_10":return TontonMission.TONTON_MISSION_SUM_10;case 5:case"TONTON_MISSION_PLUS_MINUS_11":return TontonMission.
TONTON_MISSION_PLUS_MINUS_11;default:return TontonMission.UNRECOGNIZED}}function tontonMissionToNumber(object){switch(object){case TontonMission.
TONTON_MISSION_UNSPECIFIED:return 0;case TontonMission.TONTON_MISSION_BELOW_9:return 1;case TontonMission.TONTON_MISSION_BELOW_12:
return 2;case TontonMission.TONTON_MISSION_ABOVE_5:return 3;case TontonMission.TONTON_MISSION_SUM_10:return 4;case TontonMission.
TONTON_MISSION_PLUS_MINUS_11:return 5;case TontonMission.UNRECOGNIZED:default:return-1}}function createBaseTontonView(){
return{seats:0,seat:0,advanced:!1,teams:!1,colours:[],rankPoints:[],missions:[],hand:[],tricks:[],piles:[],totals:[],results:[]}}
var TontonView={encode(message,writer=new BinaryWriter){if(message.seats!==0&&writer.uint32(8).uint32(message.seats),message.
seat!==0&&writer.uint32(16).uint32(message.seat),message.advanced!==!1&&writer.uint32(24).bool(message.advanced),message.
teams!==!1&&writer.uint32(32).bool(message.teams),message.colours.length!==0){writer.uint32(42).fork();for(let v of message.
colours)writer.int32(colourToNumber(v));writer.join()}if(message.rankPoints.length!==0){writer.uint32(50).fork();for(let v of message.
rankPoints)writer.uint32(v);writer.join()}if(message.missions.length!==0){writer.uint32(58).fork();for(let v of message.
missions)writer.int32(tontonMissionToNumber(v));writer.join()}if(message.hand.length!==0){writer.uint32(66).fork();for(let v of message.
hand)writer.uint32(v);writer.join()}for(let v of message.tricks)TontonTrick.encode(v,writer.uint32(74).fork()).join();for(let v of message.
piles)TontonPile.encode(v,writer.uint32(82).fork()).join();if(message.totals.length!==0){writer.uint32(90).fork();for(let v of message.
totals)writer.uint32(v);writer.join()}for(let v of message.results)TontonResult.encode(v,writer.uint32(98).fork()).join();
return writer},decode(input,length){let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.
__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit excee\
ded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseTontonView();
for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag!==8)break;message.seats=reader.uint32();continue}case 2:{
if(tag!==16)break;message.seat=reader.uint32();continue}case 3:{if(tag!==24)break;message.advanced=reader.bool();continue}case 4:{
if(tag!==32)break;message.teams=reader.bool();continue}case 5:{if(tag===40){message.colours.push(colourFromJSON(reader.int32()));
continue}if(tag===42){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)message.colours.push(colourFromJSON(reader.
int32()));continue}break}case 6:{if(tag===48){message.rankPoints.push(reader.uint32());continue}if(tag===50){let end22=reader.
uint32()+reader.pos;for(;reader.pos<end22;)message.rankPoints.push(reader.uint32());continue}break}case 7:{if(tag===56){
message.missions.push(tontonMissionFromJSON(reader.int32()));continue}if(tag===58){let end22=reader.uint32()+reader.pos;
for(;reader.pos<end22;)message.missions.push(tontonMissionFromJSON(reader.int32()));continue}break}case 8:{if(tag===64){
message.hand.push(reader.uint32());continue}if(tag===66){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)message.
hand.push(reader.uint32());continue}break}case 9:{if(tag!==74)break;message.tricks.push(TontonTrick.decode(reader,reader.
uint32()));continue}case 10:{if(tag!==82)break;message.piles.push(TontonPile.decode(reader,reader.uint32()));continue}case 11:{
if(tag===88){message.totals.push(reader.uint32());continue}if(tag===90){let end22=reader.uint32()+reader.pos;for(;reader.
pos<end22;)message.totals.push(reader.uint32());continue}break}case 12:{if(tag!==98)break;message.results.push(TontonResult.
decode(reader,reader.uint32()));continue}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{reader.
__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){return{seats:isSet4(object.seats)?globalThis.Number(object.
seats):0,seat:isSet4(object.seat)?globalThis.Number(object.seat):0,advanced:isSet4(object.advanced)?globalThis.Boolean(object.
advanced):!1,teams:isSet4(object.teams)?globalThis.Boolean(object.teams):!1,colours:globalThis.Array.isArray(object?.colours)?
object.colours.map(e=>colourFromJSON(e)):[],rankPoints:globalThis.Array.isArray(object?.rankPoints)?object.rankPoints.map(
e=>globalThis.Number(e)):globalThis.Array.isArray(object?.rank_points)?object.rank_points.map(e=>globalThis.Number(e)):[],
missions:globalThis.Array.isArray(object?.missions)?object.missions.map(e=>tontonMissionFromJSON(e)):[],hand:globalThis.
Array.isArray(object?.hand)?object.hand.map(e=>globalThis.Number(e)):[],tricks:globalThis.Array.isArray(object?.tricks)?
object.tricks.map(e=>TontonTrick.fromJSON(e)):[],piles:globalThis.Array.isArray(object?.piles)?object.piles.map(e=>TontonPile.
fromJSON(e)):[],totals:globalThis.Array.isArray(object?.totals)?object.totals.map(e=>globalThis.Number(e)):[],results:globalThis.
Array.isArray(object?.results)?object.results.map(e=>TontonResult.fromJSON(e)):[]}},create(base){return TontonView.fromPartial(
base??{})},fromPartial(object){let message=createBaseTontonView();return message.seats=object.seats??0,message.seat=object.
seat??0,message.advanced=object.advanced??!1,message.teams=object.teams??!1,message.colours=object.colours?.map(e=>e)||[],
message.rankPoints=object.rankPoints?.map(e=>e)||[],message.missions=object.missions?.map(e=>e)||[],message.hand=object.
hand?.map(e=>e)||[],message.tricks=object.tricks?.map(e=>TontonTrick.fromPartial(e))||[],message.piles=object.piles?.map(
e=>TontonPile.fromPartial(e))||[],message.totals=object.totals?.map(e=>e)||[],message.results=object.results?.map(e=>TontonResult.
fromPartial(e))||[],message}};function createBaseTontonTrick(){return{leader:0,cards:[]}}var TontonTrick={encode(message,writer=new BinaryWriter){
if(message.leader!==0&&writer.uint32(8).uint32(message.leader),message.cards.length!==0){writer.uint32(18).fork();for(let v of message.
cards)writer.uint32(v);writer.join()}return writer},decode(input,length){let reader=input instanceof BinaryReader?input:
new BinaryReader(input),previousRecursionDepth=reader.__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.
Error("protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===
void 0?reader.len:reader.pos+length,message=createBaseTontonTrick();for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>
3){case 1:{if(tag!==8)break;message.leader=reader.uint32();continue}case 2:{if(tag===16){message.cards.push(reader.uint32());
continue}if(tag===18){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)message.cards.push(reader.uint32());continue}
break}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},
fromJSON(object){return{leader:isSet4(object.leader)?globalThis.Number(object.leader):0,cards:globalThis.Array.isArray(object?.
cards)?object.cards.map(e=>globalThis.Number(e)):[]}},create(base){return TontonTrick.fromPartial(base??{})},fromPartial(object){
let message=createBaseTontonTrick();return message.leader=object.leader??0,message.cards=object.cards?.map(e=>e)||[],message}};
function createBaseTontonPile(){return{tops:[],sixes:0}}var TontonPile={encode(message,writer=new BinaryWriter){if(message.
tops.length!==0){writer.uint32(10).fork();for(let v of message.tops)writer.uint32(v);writer.join()}return message.sixes!==
0&&writer.uint32(16).uint32(message.sixes),writer},decode(input,length){let reader=input instanceof BinaryReader?input:new BinaryReader(
input),previousRecursionDepth=reader.__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.Error("\
protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===void 0?
reader.len:reader.pos+length,message=createBaseTontonPile();for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>
3){case 1:{if(tag===8){message.tops.push(reader.uint32());continue}if(tag===10){let end22=reader.uint32()+reader.pos;for(;reader.
pos<end22;)message.tops.push(reader.uint32());continue}break}case 2:{if(tag!==16)break;message.sixes=reader.uint32();continue}}
if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},
fromJSON(object){return{tops:globalThis.Array.isArray(object?.tops)?object.tops.map(e=>globalThis.Number(e)):[],sixes:isSet4(
object.sixes)?globalThis.Number(object.sixes):0}},create(base){return TontonPile.fromPartial(base??{})},fromPartial(object){
let message=createBaseTontonPile();return message.tops=object.tops?.map(e=>e)||[],message.sixes=object.sixes??0,message}};
function createBaseTontonResult(){return{changes:[]}}var TontonResult={encode(message,writer=new BinaryWriter){if(message.
changes.length!==0){writer.uint32(10).fork();for(let v of message.changes)writer.sint32(v);writer.join()}return writer},
decode(input,length){let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.
__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit excee\
ded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseTontonResult();
for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag===8){message.changes.push(reader.sint32());
continue}if(tag===10){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)message.changes.push(reader.sint32());
continue}break}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},
fromJSON(object){return{changes:globalThis.Array.isArray(object?.changes)?object.changes.map(e=>globalThis.Number(e)):[]}},
create(base){return TontonResult.fromPartial(base??{})},fromPartial(object){let message=createBaseTontonResult();return message.
changes=object.changes?.map(e=>e)||[],message}};function createBaseTontonMove(){return{card:0}}var TontonMove={encode(message,writer=new BinaryWriter){
return message.card!==0&&writer.uint32(8).uint32(message.card),writer},decode(input,length){let reader=input instanceof BinaryReader?
input:new BinaryReader(input),previousRecursionDepth=reader.__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.
Error("protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===
void 0?reader.len:reader.pos+length,message=createBaseTontonMove();for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>
3){case 1:{if(tag!==8)break;message.card=reader.uint32();continue}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{
reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){return{card:isSet4(object.card)?globalThis.Number(
object.card):0}},create(base){return TontonMove.fromPartial(base??{})},fromPartial(object){let message=createBaseTontonMove();
return message.card=object.card??0,message}};function isSet4(value){return value!=null}var ClockKind={CLOCK_KIND_UNSPECIFIED:"CLOCK_KIND_UNSPECIFIED",CLOCK_KIND_CPU:"CLOCK_KIND_CPU",CLOCK_KIND_WALL:"CLOCK_KI\
ND_WALL",CLOCK_KIND_NONE:"CLOCK_KIND_NONE",UNRECOGNIZED:"UNRECOGNIZED"};function clockKindFromJSON(object){switch(object){case 0:case"\
CLOCK_KIND_UNSPECIFIED":return ClockKind.CLOCK_KIND_UNSPECIFIED;case 1:case"CLOCK_KIND_CPU":return ClockKind.CLOCK_KIND_CPU;case 2:case"\
CLOCK_KIND_WALL":return ClockKind.CLOCK_KIND_WALL;case 3:case"CLOCK_KIND_NONE":return ClockKind.CLOCK_KIND_NONE;default:
return ClockKind.UNRECOGNIZED}}function clockKindToNumber(object){switch(object){case ClockKind.CLOCK_KIND_UNSPECIFIED:return 0;case ClockKind.
CLOCK_KIND_CPU:return 1;case ClockKind.CLOCK_KIND_WALL:return 2;case ClockKind.CLOCK_KIND_NONE:return 3;case ClockKind.UNRECOGNIZED:default:
return-1}}function createBaseBotMessage(){return{}}var BotMessage={encode(message,writer=new BinaryWriter){return message.
join!==void 0&&Join.encode(message.join,writer.uint32(10).fork()).join(),message.choice!==void 0&&Choice.encode(message.
choice,writer.uint32(18).fork()).join(),message.unreadable!==void 0&&Unreadable.encode(message.unreadable,writer.uint32(
26).fork()).join(),writer},decode(input,length){let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.
__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit excee\
ded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseBotMessage();
for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag!==10)break;message.join=Join.decode(reader,
reader.uint32());continue}case 2:{if(tag!==18)break;message.choice=Choice.decode(reader,reader.uint32());continue}case 3:{
if(tag!==26)break;message.unreadable=Unreadable.decode(reader,reader.uint32());continue}}if((tag&7)===4||tag===0)break;reader.
skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){return{join:isSet5(
object.join)?Join.fromJSON(object.join):void 0,choice:isSet5(object.choice)?Choice.fromJSON(object.choice):void 0,unreadable:isSet5(
object.unreadable)?Unreadable.fromJSON(object.unreadable):void 0}},create(base){return BotMessage.fromPartial(base??{})},
fromPartial(object){let message=createBaseBotMessage();return message.join=object.join!==void 0&&object.join!==null?Join.
fromPartial(object.join):void 0,message.choice=object.choice!==void 0&&object.choice!==null?Choice.fromPartial(object.choice):
void 0,message.unreadable=object.unreadable!==void 0&&object.unreadable!==null?Unreadable.fromPartial(object.unreadable):
void 0,message}};function createBaseRefereeMessage(){return{}}var RefereeMessage={encode(message,writer=new BinaryWriter){
return message.start!==void 0&&Start.encode(message.start,writer.uint32(10).fork()).join(),message.turn!==void 0&&Turn.encode(
message.turn,writer.uint32(18).fork()).join(),message.over!==void 0&&Over.encode(message.over,writer.uint32(26).fork()).
join(),message.goodbye!==void 0&&Goodbye.encode(message.goodbye,writer.uint32(34).fork()).join(),writer},decode(input,length){
let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.__tsProtoDecodeDepth??
0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=
previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseRefereeMessage();for(;reader.
pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag!==10)break;message.start=Start.decode(reader,reader.uint32());
continue}case 2:{if(tag!==18)break;message.turn=Turn.decode(reader,reader.uint32());continue}case 3:{if(tag!==26)break;message.
over=Over.decode(reader,reader.uint32());continue}case 4:{if(tag!==34)break;message.goodbye=Goodbye.decode(reader,reader.
uint32());continue}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=
previousRecursionDepth}},fromJSON(object){return{start:isSet5(object.start)?Start.fromJSON(object.start):void 0,turn:isSet5(
object.turn)?Turn.fromJSON(object.turn):void 0,over:isSet5(object.over)?Over.fromJSON(object.over):void 0,goodbye:isSet5(
object.goodbye)?Goodbye.fromJSON(object.goodbye):void 0}},create(base){return RefereeMessage.fromPartial(base??{})},fromPartial(object){
let message=createBaseRefereeMessage();return message.start=object.start!==void 0&&object.start!==null?Start.fromPartial(
object.start):void 0,message.turn=object.turn!==void 0&&object.turn!==null?Turn.fromPartial(object.turn):void 0,message.
over=object.over!==void 0&&object.over!==null?Over.fromPartial(object.over):void 0,message.goodbye=object.goodbye!==void 0&&
object.goodbye!==null?Goodbye.fromPartial(object.goodbye):void 0,message}};function createBaseJoin(){return{revision:0,events:!1}}
var Join={encode(message,writer=new BinaryWriter){return message.revision!==0&&writer.uint32(8).uint32(message.revision),
message.events!==!1&&writer.uint32(16).bool(message.events),writer},decode(input,length){let reader=input instanceof BinaryReader?
input:new BinaryReader(input),previousRecursionDepth=reader.__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.
Error("protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===
void 0?reader.len:reader.pos+length,message=createBaseJoin();for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>
3){case 1:{if(tag!==8)break;message.revision=reader.uint32();continue}case 2:{if(tag!==16)break;message.events=reader.bool();
continue}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},
fromJSON(object){return{revision:isSet5(object.revision)?globalThis.Number(object.revision):0,events:isSet5(object.events)?
globalThis.Boolean(object.events):!1}},create(base){return Join.fromPartial(base??{})},fromPartial(object){let message=createBaseJoin();
return message.revision=object.revision??0,message.events=object.events??!1,message}};function createBaseUnreadable(){return{
reason:""}}var Unreadable={encode(message,writer=new BinaryWriter){return message.reason!==""&&writer.uint32(10).string(
message.reason),writer},decode(input,length){let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.
__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit excee\
ded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseUnreadable();
for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag!==10)break;message.reason=reader.string();
continue}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},
fromJSON(object){return{reason:isSet5(object.reason)?globalThis.String(object.reason):""}},create(base){return Unreadable.
fromPartial(base??{})},fromPartial(object){let message=createBaseUnreadable();return message.reason=object.reason??"",message}};
function createBaseStart(){return{number:0,game:"",seats:0,seat:0,options:{},seed:new Uint8Array(0),clock:void 0,parameters:{}}}
var Start={encode(message,writer=new BinaryWriter){return message.number!==0&&writer.uint32(8).uint32(message.number),message.
game!==""&&writer.uint32(18).string(message.game),message.seats!==0&&writer.uint32(24).uint32(message.seats),message.seat!==
0&&writer.uint32(32).uint32(message.seat),globalThis.Object.entries(message.options).forEach(([key,value])=>{Start_OptionsEntry.
encode({key,value},writer.uint32(42).fork()).join()}),message.seed.length!==0&&writer.uint32(50).bytes(message.seed),message.
clock!==void 0&&Clock.encode(message.clock,writer.uint32(58).fork()).join(),globalThis.Object.entries(message.parameters).
forEach(([key,value])=>{Start_ParametersEntry.encode({key,value},writer.uint32(66).fork()).join()}),writer},decode(input,length){
let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.__tsProtoDecodeDepth??
0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=
previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseStart();for(;reader.
pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag!==8)break;message.number=reader.uint32();continue}case 2:{
if(tag!==18)break;message.game=reader.string();continue}case 3:{if(tag!==24)break;message.seats=reader.uint32();continue}case 4:{
if(tag!==32)break;message.seat=reader.uint32();continue}case 5:{if(tag!==42)break;let entry5=Start_OptionsEntry.decode(reader,
reader.uint32());entry5.value!==void 0&&(message.options[entry5.key]=entry5.value);continue}case 6:{if(tag!==50)break;message.
seed=reader.bytes();continue}case 7:{if(tag!==58)break;message.clock=Clock.decode(reader,reader.uint32());continue}case 8:{
if(tag!==66)break;let entry8=Start_ParametersEntry.decode(reader,reader.uint32());entry8.value!==void 0&&(message.parameters[entry8.
key]=entry8.value);continue}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=
previousRecursionDepth}},fromJSON(object){return{number:isSet5(object.number)?globalThis.Number(object.number):0,game:isSet5(
object.game)?globalThis.String(object.game):"",seats:isSet5(object.seats)?globalThis.Number(object.seats):0,seat:isSet5(
object.seat)?globalThis.Number(object.seat):0,options:isObject(object.options)?globalThis.Object.entries(object.options).
reduce((acc,[key,value])=>(globalThis.Object.defineProperty(acc,key,{value:globalThis.String(value),enumerable:!0,configurable:!0,
writable:!0}),acc),{}):{},seed:isSet5(object.seed)?bytesFromBase64(object.seed):new Uint8Array(0),clock:isSet5(object.clock)?
Clock.fromJSON(object.clock):void 0,parameters:isObject(object.parameters)?globalThis.Object.entries(object.parameters).
reduce((acc,[key,value])=>(globalThis.Object.defineProperty(acc,key,{value:globalThis.String(value),enumerable:!0,configurable:!0,
writable:!0}),acc),{}):{}}},create(base){return Start.fromPartial(base??{})},fromPartial(object){let message=createBaseStart();
return message.number=object.number??0,message.game=object.game??"",message.seats=object.seats??0,message.seat=object.seat??
0,message.options=globalThis.Object.entries(object.options??{}).reduce((acc,[key,value])=>(value!==void 0&&(acc[key]=globalThis.
String(value)),acc),{}),message.seed=object.seed??new Uint8Array(0),message.clock=object.clock!==void 0&&object.clock!==
null?Clock.fromPartial(object.clock):void 0,message.parameters=globalThis.Object.entries(object.parameters??{}).reduce((acc,[
key,value])=>(value!==void 0&&(acc[key]=globalThis.String(value)),acc),{}),message}};function createBaseStart_OptionsEntry(){
return{key:"",value:""}}var Start_OptionsEntry={encode(message,writer=new BinaryWriter){return message.key!==""&&writer.
uint32(10).string(message.key),message.value!==""&&writer.uint32(18).string(message.value),writer},decode(input,length){
let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.__tsProtoDecodeDepth??
0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=
previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseStart_OptionsEntry();
for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag!==10)break;message.key=reader.string();continue}case 2:{
if(tag!==18)break;message.value=reader.string();continue}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{
reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){return{key:isSet5(object.key)?globalThis.String(object.
key):"",value:isSet5(object.value)?globalThis.String(object.value):""}},create(base){return Start_OptionsEntry.fromPartial(
base??{})},fromPartial(object){let message=createBaseStart_OptionsEntry();return message.key=object.key??"",message.value=
object.value??"",message}};function createBaseStart_ParametersEntry(){return{key:"",value:""}}var Start_ParametersEntry={
encode(message,writer=new BinaryWriter){return message.key!==""&&writer.uint32(10).string(message.key),message.value!==""&&
writer.uint32(18).string(message.value),writer},decode(input,length){let reader=input instanceof BinaryReader?input:new BinaryReader(
input),previousRecursionDepth=reader.__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.Error("\
protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===void 0?
reader.len:reader.pos+length,message=createBaseStart_ParametersEntry();for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>
3){case 1:{if(tag!==10)break;message.key=reader.string();continue}case 2:{if(tag!==18)break;message.value=reader.string();
continue}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},
fromJSON(object){return{key:isSet5(object.key)?globalThis.String(object.key):"",value:isSet5(object.value)?globalThis.String(
object.value):""}},create(base){return Start_ParametersEntry.fromPartial(base??{})},fromPartial(object){let message=createBaseStart_ParametersEntry();
return message.key=object.key??"",message.value=object.value??"",message}};function createBaseClock(){return{bankMs:0,incrementMs:0,
startMs:0,kind:ClockKind.CLOCK_KIND_UNSPECIFIED}}var Clock={encode(message,writer=new BinaryWriter){return message.bankMs!==
0&&writer.uint32(8).uint32(message.bankMs),message.incrementMs!==0&&writer.uint32(16).uint32(message.incrementMs),message.
startMs!==0&&writer.uint32(24).uint32(message.startMs),message.kind!==ClockKind.CLOCK_KIND_UNSPECIFIED&&writer.uint32(32).
int32(clockKindToNumber(message.kind)),writer},decode(input,length){let reader=input instanceof BinaryReader?input:new BinaryReader(
input),previousRecursionDepth=reader.__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.Error("\
protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===void 0?
reader.len:reader.pos+length,message=createBaseClock();for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{
if(tag!==8)break;message.bankMs=reader.uint32();continue}case 2:{if(tag!==16)break;message.incrementMs=reader.uint32();continue}case 3:{
if(tag!==24)break;message.startMs=reader.uint32();continue}case 4:{if(tag!==32)break;message.kind=clockKindFromJSON(reader.
int32());continue}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},
fromJSON(object){return{bankMs:isSet5(object.bankMs)?globalThis.Number(object.bankMs):isSet5(object.bank_ms)?globalThis.
Number(object.bank_ms):0,incrementMs:isSet5(object.incrementMs)?globalThis.Number(object.incrementMs):isSet5(object.increment_ms)?
globalThis.Number(object.increment_ms):0,startMs:isSet5(object.startMs)?globalThis.Number(object.startMs):isSet5(object.
start_ms)?globalThis.Number(object.start_ms):0,kind:isSet5(object.kind)?clockKindFromJSON(object.kind):ClockKind.CLOCK_KIND_UNSPECIFIED}},
create(base){return Clock.fromPartial(base??{})},fromPartial(object){let message=createBaseClock();return message.bankMs=
object.bankMs??0,message.incrementMs=object.incrementMs??0,message.startMs=object.startMs??0,message.kind=object.kind??ClockKind.
CLOCK_KIND_UNSPECIFIED,message}};function createBaseTurn(){return{number:0,view:void 0,legal:[],timeLeftUs:0,events:[]}}
var Turn={encode(message,writer=new BinaryWriter){message.number!==0&&writer.uint32(8).uint32(message.number),message.view!==
void 0&&View.encode(message.view,writer.uint32(18).fork()).join();for(let v of message.legal)Move.encode(v,writer.uint32(
26).fork()).join();message.timeLeftUs!==0&&writer.uint32(32).uint64(message.timeLeftUs),message.lastWallUs!==void 0&&writer.
uint32(40).uint64(message.lastWallUs),message.lastCpuUs!==void 0&&writer.uint32(48).uint64(message.lastCpuUs);for(let v of message.
events)Event.encode(v,writer.uint32(58).fork()).join();return writer},decode(input,length){let reader=input instanceof BinaryReader?
input:new BinaryReader(input),previousRecursionDepth=reader.__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.
Error("protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===
void 0?reader.len:reader.pos+length,message=createBaseTurn();for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>
3){case 1:{if(tag!==8)break;message.number=reader.uint32();continue}case 2:{if(tag!==18)break;message.view=View.decode(reader,
reader.uint32());continue}case 3:{if(tag!==26)break;message.legal.push(Move.decode(reader,reader.uint32()));continue}case 4:{
if(tag!==32)break;message.timeLeftUs=longToNumber(reader.uint64());continue}case 5:{if(tag!==40)break;message.lastWallUs=
longToNumber(reader.uint64());continue}case 6:{if(tag!==48)break;message.lastCpuUs=longToNumber(reader.uint64());continue}case 7:{
if(tag!==58)break;message.events.push(Event.decode(reader,reader.uint32()));continue}}if((tag&7)===4||tag===0)break;reader.
skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){return{number:isSet5(
object.number)?globalThis.Number(object.number):0,view:isSet5(object.view)?View.fromJSON(object.view):void 0,legal:globalThis.
Array.isArray(object?.legal)?object.legal.map(e=>Move.fromJSON(e)):[],timeLeftUs:isSet5(object.timeLeftUs)?globalThis.Number(
object.timeLeftUs):isSet5(object.time_left_us)?globalThis.Number(object.time_left_us):0,lastWallUs:isSet5(object.lastWallUs)?
globalThis.Number(object.lastWallUs):isSet5(object.last_wall_us)?globalThis.Number(object.last_wall_us):void 0,lastCpuUs:isSet5(
object.lastCpuUs)?globalThis.Number(object.lastCpuUs):isSet5(object.last_cpu_us)?globalThis.Number(object.last_cpu_us):void 0,
events:globalThis.Array.isArray(object?.events)?object.events.map(e=>Event.fromJSON(e)):[]}},create(base){return Turn.fromPartial(
base??{})},fromPartial(object){let message=createBaseTurn();return message.number=object.number??0,message.view=object.view!==
void 0&&object.view!==null?View.fromPartial(object.view):void 0,message.legal=object.legal?.map(e=>Move.fromPartial(e))||
[],message.timeLeftUs=object.timeLeftUs??0,message.lastWallUs=object.lastWallUs??void 0,message.lastCpuUs=object.lastCpuUs??
void 0,message.events=object.events?.map(e=>Event.fromPartial(e))||[],message}};function createBaseEvent(){return{kind:"",
cards:[],source:"",target:"",points:0}}var Event={encode(message,writer=new BinaryWriter){if(message.kind!==""&&writer.uint32(
10).string(message.kind),message.seat!==void 0&&writer.uint32(16).uint32(message.seat),message.cards.length!==0){writer.
uint32(26).fork();for(let v of message.cards)writer.uint32(v);writer.join()}return message.source!==""&&writer.uint32(34).
string(message.source),message.target!==""&&writer.uint32(42).string(message.target),message.points!==0&&writer.uint32(48).
sint32(message.points),writer},decode(input,length){let reader=input instanceof BinaryReader?input:new BinaryReader(input),
previousRecursionDepth=reader.__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobu\
f decode recursion limit exceeded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===void 0?reader.
len:reader.pos+length,message=createBaseEvent();for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag!==
10)break;message.kind=reader.string();continue}case 2:{if(tag!==16)break;message.seat=reader.uint32();continue}case 3:{if(tag===
24){message.cards.push(reader.uint32());continue}if(tag===26){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)
message.cards.push(reader.uint32());continue}break}case 4:{if(tag!==34)break;message.source=reader.string();continue}case 5:{
if(tag!==42)break;message.target=reader.string();continue}case 6:{if(tag!==48)break;message.points=reader.sint32();continue}}
if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},
fromJSON(object){return{kind:isSet5(object.kind)?globalThis.String(object.kind):"",seat:isSet5(object.seat)?globalThis.Number(
object.seat):void 0,cards:globalThis.Array.isArray(object?.cards)?object.cards.map(e=>globalThis.Number(e)):[],source:isSet5(
object.source)?globalThis.String(object.source):"",target:isSet5(object.target)?globalThis.String(object.target):"",points:isSet5(
object.points)?globalThis.Number(object.points):0}},create(base){return Event.fromPartial(base??{})},fromPartial(object){
let message=createBaseEvent();return message.kind=object.kind??"",message.seat=object.seat??void 0,message.cards=object.
cards?.map(e=>e)||[],message.source=object.source??"",message.target=object.target??"",message.points=object.points??0,message}};
function createBaseChoice(){return{turn:0,relayUs:0}}var Choice={encode(message,writer=new BinaryWriter){return message.
turn!==0&&writer.uint32(8).uint32(message.turn),message.move!==void 0&&Move.encode(message.move,writer.uint32(18).fork()).
join(),message.index!==void 0&&writer.uint32(24).uint32(message.index),message.relayUs!==0&&writer.uint32(32).uint64(message.
relayUs),writer},decode(input,length){let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.
__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit excee\
ded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseChoice();
for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag!==8)break;message.turn=reader.uint32();continue}case 2:{
if(tag!==18)break;message.move=Move.decode(reader,reader.uint32());continue}case 3:{if(tag!==24)break;message.index=reader.
uint32();continue}case 4:{if(tag!==32)break;message.relayUs=longToNumber(reader.uint64());continue}}if((tag&7)===4||tag===
0)break;reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){
return{turn:isSet5(object.turn)?globalThis.Number(object.turn):0,move:isSet5(object.move)?Move.fromJSON(object.move):void 0,
index:isSet5(object.index)?globalThis.Number(object.index):void 0,relayUs:isSet5(object.relayUs)?globalThis.Number(object.
relayUs):isSet5(object.relay_us)?globalThis.Number(object.relay_us):0}},create(base){return Choice.fromPartial(base??{})},
fromPartial(object){let message=createBaseChoice();return message.turn=object.turn??0,message.move=object.move!==void 0&&
object.move!==null?Move.fromPartial(object.move):void 0,message.index=object.index??void 0,message.relayUs=object.relayUs??
0,message}};function createBaseOver(){return{number:0,scores:[],ranks:[],events:[]}}var Over={encode(message,writer=new BinaryWriter){
if(message.number!==0&&writer.uint32(8).uint32(message.number),message.scores.length!==0){writer.uint32(18).fork();for(let v of message.
scores)writer.sint32(v);writer.join()}if(message.ranks.length!==0){writer.uint32(26).fork();for(let v of message.ranks)writer.
uint32(v);writer.join()}for(let v of message.events)Event.encode(v,writer.uint32(34).fork()).join();return writer},decode(input,length){
let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.__tsProtoDecodeDepth??
0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=
previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseOver();for(;reader.
pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag!==8)break;message.number=reader.uint32();continue}case 2:{
if(tag===16){message.scores.push(reader.sint32());continue}if(tag===18){let end22=reader.uint32()+reader.pos;for(;reader.
pos<end22;)message.scores.push(reader.sint32());continue}break}case 3:{if(tag===24){message.ranks.push(reader.uint32());
continue}if(tag===26){let end22=reader.uint32()+reader.pos;for(;reader.pos<end22;)message.ranks.push(reader.uint32());continue}
break}case 4:{if(tag!==34)break;message.events.push(Event.decode(reader,reader.uint32()));continue}}if((tag&7)===4||tag===
0)break;reader.skip(tag&7)}return message}finally{reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){
return{number:isSet5(object.number)?globalThis.Number(object.number):0,scores:globalThis.Array.isArray(object?.scores)?object.
scores.map(e=>globalThis.Number(e)):[],ranks:globalThis.Array.isArray(object?.ranks)?object.ranks.map(e=>globalThis.Number(
e)):[],events:globalThis.Array.isArray(object?.events)?object.events.map(e=>Event.fromJSON(e)):[]}},create(base){return Over.
fromPartial(base??{})},fromPartial(object){let message=createBaseOver();return message.number=object.number??0,message.scores=
object.scores?.map(e=>e)||[],message.ranks=object.ranks?.map(e=>e)||[],message.events=object.events?.map(e=>Event.fromPartial(
e))||[],message}};function createBaseGoodbye(){return{}}var Goodbye={encode(_,writer=new BinaryWriter){return writer},decode(input,length){
let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.__tsProtoDecodeDepth??
0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit exceeded");reader.__tsProtoDecodeDepth=
previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseGoodbye();for(;reader.
pos<end2;){let tag=reader.uint32();if(tag>>>3,(tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{reader.
__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(_){return{}},create(base){return Goodbye.fromPartial(base??{})},fromPartial(_){
return createBaseGoodbye()}};function createBaseView(){return{}}var View={encode(message,writer=new BinaryWriter){return message.
sixNimmt!==void 0&&SixNimmtView.encode(message.sixNimmt,writer.uint32(10).fork()).join(),message.bigFish!==void 0&&BigFishView.
encode(message.bigFish,writer.uint32(18).fork()).join(),message.tonton!==void 0&&TontonView.encode(message.tonton,writer.
uint32(26).fork()).join(),message.goatNGoat!==void 0&&GoatNGoatView.encode(message.goatNGoat,writer.uint32(34).fork()).join(),
writer},decode(input,length){let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.
__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit excee\
ded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseView();
for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag!==10)break;message.sixNimmt=SixNimmtView.decode(
reader,reader.uint32());continue}case 2:{if(tag!==18)break;message.bigFish=BigFishView.decode(reader,reader.uint32());continue}case 3:{
if(tag!==26)break;message.tonton=TontonView.decode(reader,reader.uint32());continue}case 4:{if(tag!==34)break;message.goatNGoat=
GoatNGoatView.decode(reader,reader.uint32());continue}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{
reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){return{sixNimmt:isSet5(object.sixNimmt)?SixNimmtView.
fromJSON(object.sixNimmt):isSet5(object.six_nimmt)?SixNimmtView.fromJSON(object.six_nimmt):void 0,bigFish:isSet5(object.
bigFish)?BigFishView.fromJSON(object.bigFish):isSet5(object.big_fish)?BigFishView.fromJSON(object.big_fish):void 0,tonton:isSet5(
object.tonton)?TontonView.fromJSON(object.tonton):void 0,goatNGoat:isSet5(object.goatNGoat)?GoatNGoatView.fromJSON(object.
goatNGoat):isSet5(object.goat_n_goat)?GoatNGoatView.fromJSON(object.goat_n_goat):void 0}},create(base){return View.fromPartial(
base??{})},fromPartial(object){let message=createBaseView();return message.sixNimmt=object.sixNimmt!==void 0&&object.sixNimmt!==
null?SixNimmtView.fromPartial(object.sixNimmt):void 0,message.bigFish=object.bigFish!==void 0&&object.bigFish!==null?BigFishView.
fromPartial(object.bigFish):void 0,message.tonton=object.tonton!==void 0&&object.tonton!==null?TontonView.fromPartial(object.
tonton):void 0,message.goatNGoat=object.goatNGoat!==void 0&&object.goatNGoat!==null?GoatNGoatView.fromPartial(object.goatNGoat):
void 0,message}};function createBaseMove(){return{}}var Move={encode(message,writer=new BinaryWriter){return message.sixNimmt!==
void 0&&SixNimmtMove.encode(message.sixNimmt,writer.uint32(10).fork()).join(),message.bigFish!==void 0&&BigFishMove.encode(
message.bigFish,writer.uint32(18).fork()).join(),message.tonton!==void 0&&TontonMove.encode(message.tonton,writer.uint32(
26).fork()).join(),message.goatNGoat!==void 0&&GoatNGoatMove.encode(message.goatNGoat,writer.uint32(34).fork()).join(),writer},
decode(input,length){let reader=input instanceof BinaryReader?input:new BinaryReader(input),previousRecursionDepth=reader.
__tsProtoDecodeDepth??0;if(previousRecursionDepth>=100)throw new globalThis.Error("protobuf decode recursion limit excee\
ded");reader.__tsProtoDecodeDepth=previousRecursionDepth+1;try{let end2=length===void 0?reader.len:reader.pos+length,message=createBaseMove();
for(;reader.pos<end2;){let tag=reader.uint32();switch(tag>>>3){case 1:{if(tag!==10)break;message.sixNimmt=SixNimmtMove.decode(
reader,reader.uint32());continue}case 2:{if(tag!==18)break;message.bigFish=BigFishMove.decode(reader,reader.uint32());continue}case 3:{
if(tag!==26)break;message.tonton=TontonMove.decode(reader,reader.uint32());continue}case 4:{if(tag!==34)break;message.goatNGoat=
GoatNGoatMove.decode(reader,reader.uint32());continue}}if((tag&7)===4||tag===0)break;reader.skip(tag&7)}return message}finally{
reader.__tsProtoDecodeDepth=previousRecursionDepth}},fromJSON(object){return{sixNimmt:isSet5(object.sixNimmt)?SixNimmtMove.
fromJSON(object.sixNimmt):isSet5(object.six_nimmt)?SixNimmtMove.fromJSON(object.six_nimmt):void 0,bigFish:isSet5(object.
bigFish)?BigFishMove.fromJSON(object.bigFish):isSet5(object.big_fish)?BigFishMove.fromJSON(object.big_fish):void 0,tonton:isSet5(
object.tonton)?TontonMove.fromJSON(object.tonton):void 0,goatNGoat:isSet5(object.goatNGoat)?GoatNGoatMove.fromJSON(object.
goatNGoat):isSet5(object.goat_n_goat)?GoatNGoatMove.fromJSON(object.goat_n_goat):void 0}},create(base){return Move.fromPartial(
base??{})},fromPartial(object){let message=createBaseMove();return message.sixNimmt=object.sixNimmt!==void 0&&object.sixNimmt!==
null?SixNimmtMove.fromPartial(object.sixNimmt):void 0,message.bigFish=object.bigFish!==void 0&&object.bigFish!==null?BigFishMove.
fromPartial(object.bigFish):void 0,message.tonton=object.tonton!==void 0&&object.tonton!==null?TontonMove.fromPartial(object.
tonton):void 0,message.goatNGoat=object.goatNGoat!==void 0&&object.goatNGoat!==null?GoatNGoatMove.fromPartial(object.goatNGoat):
void 0,message}};function bytesFromBase64(b64){if(globalThis.Buffer)return Uint8Array.from(globalThis.Buffer.from(b64,"b\
ase64"));{let bin=globalThis.atob(b64),arr=new Uint8Array(bin.length);for(let i=0;i<bin.length;++i)arr[i]=bin.charCodeAt(
i);return arr}}function longToNumber(int64){let num=globalThis.Number(int64.toString());if(num>globalThis.Number.MAX_SAFE_INTEGER)
throw new globalThis.Error("Value is larger than Number.MAX_SAFE_INTEGER");if(num<globalThis.Number.MIN_SAFE_INTEGER)throw new globalThis.
Error("Value is smaller than Number.MIN_SAFE_INTEGER");return num}function isObject(value){return typeof value=="object"&&
value!==null}function isSet5(value){return value!=null}var FIELDS=new Map(Object.keys(View.create()).map(field=>[field.replace(/[A-Z]/g,letter=>`_${letter.toLowerCase()}`),field]));
function fieldOf(game){let field=FIELDS.get(game);if(!field)throw new Error(`this arena-sdk knows no game ${game}, only ${[
...FIELDS.keys()].join(", ")}`);return field}var Turn2=class{game;view;message;#field;#legal;constructor(game,message){this.game=game,this.message=message,this.#field=
fieldOf(game),this.view=message.view?.[this.#field]}get legal(){return this.#legal??=Object.freeze(this.message.legal.map(
move=>Object.freeze(move[this.#field]))),this.#legal}get events(){return this.message.events}get timeLeft(){return this.
message.timeLeftUs/1e6}},Bot=class{rng;wantsEvents=!1;start(_start){}over(_over){}};var import_grpc_js=__toESM(require_src(),1);import{dirname}from"node:path";import{pathToFileURL}from"node:url";import{createHash}from"node:crypto";import{inspect}from"node:util";var Random=class{#state;constructor(seed){if(seed.length!==16)throw new RangeError(`a seed has 16 bytes, not ${seed.length}`);
let bytes=new DataView(seed.buffer,seed.byteOffset,seed.length);this.#state=Uint32Array.from({length:4},(_,word)=>bytes.
getUint32(4*word,!0)),this.#state.every(word=>word===0)&&(this.#state[0]=1)}random(){return this.#next()/4294967296}below(limit){
if(!Number.isInteger(limit)||limit<1||limit>4294967296)throw new RangeError(`the limit is a whole number from 1 to 2 ** \
32, not ${limit}`);let end2=4294967296-4294967296%limit;for(;;){let drawn=this.#next();if(drawn<end2)return drawn%limit}}choice(list){
return list[this.below(list.length)]}shuffled(list){let mixed=[...list];for(let last=mixed.length-1;last>0;last--){let other=this.
below(last+1);[mixed[last],mixed[other]]=[mixed[other],mixed[last]]}return mixed}#next(){let state=this.#state,result=Math.
imul(rotated(Math.imul(state[1],5),7),9)>>>0,shifted=state[1]<<9;return state[2]^=state[0],state[3]^=state[1],state[1]^=
state[2],state[0]^=state[3],state[2]^=shifted,state[3]=rotated(state[3],11),result}};function rotated(word,by){return word<<
by|word>>>32-by}var REVISION=1,WrongMoveError=class extends TypeError{},Session=class{#bot;#game;#seed=new Uint8Array;#questions=0;constructor(bot){
this.#bot=bot}join(){return write({join:{revision:REVISION,events:this.#bot.wantsEvents}})}async receive(message){if(message.
start)await this.#start(message.start);else if(message.over)await this.#bot.over(message.over);else if(message.turn)return this.#choose(
message.turn)}async#start(start){fieldOf(start.game),this.#game=start.game,this.#seed=start.seed,this.#questions=0,this.#renewLuck(),
await this.#bot.start(start)}async#choose(message){if(this.#game===void 0)throw new Error("the referee sent a Turn befor\
e any Start");this.#questions+=1,this.#renewLuck();let turn=new Turn2(this.#game,message),move=await this.#bot.choose(turn);
if(typeof move!="object"||move===null)throw new WrongMoveError(wrong(move));let index=turn.legal.indexOf(move),chosen=index>=
0?{index}:{move:{[fieldOf(this.#game)]:move}};try{return write({choice:{turn:message.number,...chosen}})}catch{throw new WrongMoveError(
wrong(move))}}#renewLuck(){let hash=createHash("sha256").update(this.#seed).update(String(this.#questions)).digest();this.#bot.
rng=new Random(hash.subarray(0,16))}};function write(message){return BotMessage.encode(BotMessage.fromPartial(message)).
finish()}function wrong(returned){return`choose() returned ${inspect(returned)}; it has to return one of turn.legal`}var METHOD="/arena.v1.Referee/Play",loading,loads=0;async function run(MadeOf){if(loading){loading.push(MadeOf);return}let address=process.
env.ARENA_SOCKET;if(address===void 0){let folder=dirname(process.argv[1]??".");return end(`A referee has to start this b\
ot. Try: arena play six_nimmt ${folder} random`)}try{await converse(address,new Session(new MadeOf))}catch(error){throw error instanceof
WrongMoveError&&end(error.message),error}}async function load(script){let made=[];loading=made;try{let url=typeof script==
"string"?pathToFileURL(script):new URL(script);url.searchParams.set("load",String(loads++)),await import(url.href)}finally{
loading=void 0}let MadeOf=made[0];if(MadeOf===void 0)throw new Error(`${script} does not call run(); it has to end with \
run(MyBot)`);return new MadeOf}async function converse(address,session){let client=new import_grpc_js.Client(address,import_grpc_js.credentials.
createInsecure()),stream=client.makeBidiStreamRequest(METHOD,message=>Buffer.from(message.buffer,message.byteOffset,message.
length),bytes=>RefereeMessage.decode(bytes));try{stream.write(session.join());for await(let message of stream){let answer=await session.
receive(message);answer&&stream.write(answer)}}finally{client.close()}}function end(sentence){console.error(sentence),process.
exit(1)}function readTurn(text,seconds=10){let told=JSON.parse(text);if(typeof told?.game!="string"||typeof told.turn!="object"||
told.turn===null)throw new Error("this is no question; arena replay RECORD --view N --json prints one");fieldOf(told.game);
let asked=Turn.fromJSON({...told.turn,number:1,timeLeftUs:seconds*1e6}),message=Turn.decode(Turn.encode(asked).finish());
return new Turn2(told.game,message)}export{Bot,Random,Turn2 as Turn,load,readTurn,run};
