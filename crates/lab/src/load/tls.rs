//! Encrypted connections. Whom to trust is what the system trusts, so that its administrator decides and updates
//! come with it; a list compiled in would be as old as the program. For a server with a certificate of its own the
//! certificate is named by hand: switching the check off would protect nobody.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme, version,
};

/// Whom an encrypted connection trusts.
#[derive(Clone)]
pub struct Trust(pub(super) Arc<ClientConfig>);

impl fmt::Debug for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Trust")
    }
}

fn bad(reason: impl ToString) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, reason.to_string())
}

impl Trust {
    /// What the system trusts, and the certificates of a PEM file: authorities, or the server's own.
    ///
    /// # Errors
    /// The file cannot be read or holds no certificate, or there is nobody at all to trust.
    pub fn new(own: Option<&Path>) -> io::Result<Trust> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let mut named = Vec::new();
        if let Some(path) = own {
            let text = std::fs::read(path)
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
            for certificate in CertificateDer::pem_slice_iter(&text) {
                named.push(certificate.map_err(|error| bad(format!("{}: {error}", path.display())))?);
            }
            if named.is_empty() {
                return Err(bad(format!("{}: there is no certificate in it", path.display())));
            }
            roots.add_parsable_certificates(named.iter().cloned());
        }
        if roots.is_empty() {
            return Err(bad("this system has no certificates to trust: name some with --trust FILE"));
        }
        let provider = Arc::new(ring::default_provider());
        let usual = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone());
        let usual = usual.build().map_err(bad)?;
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&version::TLS13, &version::TLS12])
            .map_err(bad)?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(Named { named, usual }))
            .with_no_client_auth();
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Trust(Arc::new(config)))
    }
}

/// The usual check, and those certificates that were named by hand: a certificate that signed itself is mostly one
/// of an authority, and as such no usual check accepts it from a server.
#[derive(Debug)]
struct Named {
    named: Vec<CertificateDer<'static>>,
    usual: Arc<WebPkiServerVerifier>,
}

impl ServerCertVerifier for Named {
    fn verify_server_cert(
        &self,
        server: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.named.iter().any(|named| named == server) {
            return Ok(ServerCertVerified::assertion());
        }
        self.usual.verify_server_cert(server, between, name, ocsp, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.usual.verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.usual.verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.usual.supported_verify_schemes()
    }
}
