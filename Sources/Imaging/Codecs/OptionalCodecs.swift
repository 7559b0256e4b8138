/// The codecs whose package traits are on.
let optionalCodecs: [any ImageCodec.Type] = {
  var codecs: [any ImageCodec.Type] = []
  #if AVIF
    codecs.append(AVIFCodec.self)
  #endif
  #if JPEGXL
    codecs.append(JXLCodec.self)
  #endif
  return codecs
}()
